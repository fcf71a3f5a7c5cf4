#include "report/machine/tree_rows.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/lines.h"
#include "core/text/table.h"
#include "report/machine/device_details.h"

namespace treering::report::machine {
namespace {

std::string trimmed(const std::string& row) {
  return row.substr(0, row.find_last_not_of(' ') + 1);
}

/// Details in lines of at most `width` columns, parted by commas.
std::vector<std::string> in_lines(const std::vector<std::string>& details, std::size_t width) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < details.size(); ++i) {
    const std::string part = details[i] + (i + 1 < details.size() ? "," : "");
    const bool fits = !lines.empty() &&
                      core::display_width(lines.back()) + 1 + core::display_width(part) <= width;
    if (fits) {
      lines.back() += " " + part;
      continue;
    }
    const std::string wrapped = core::wrapped(part, width, 0);
    for (core::LineReader pieces(wrapped); pieces.next();) lines.emplace_back(pieces.line());
  }
  return lines;
}

/// Columns of the tree, its links and its details, within `width`.
struct Widths {
  std::size_t name = 0;
  std::size_t link = 0;
  std::size_t details = 0;

  Widths(const std::vector<TreeLine>& lines, std::size_t width) {
    // "18 NVLinks (450 GB/s) to NVSwitch," on a line, where there is room for half of one.
    const std::size_t least_details = std::min<std::size_t>(35, width / 2 - 2);
    constexpr std::size_t kLeastName = 12;
    for (const TreeLine& line : lines) {
      link = std::max(link, core::display_width(line.link));
      if (line.link.empty() && line.details.empty()) continue;
      name = std::max(name, core::display_width(line.lead + line.name));
    }
    // A longer name has its line to itself.
    const std::size_t beside = link + 2 * kGap + least_details;
    name = std::min(name, std::max(width, beside + kLeastName) - beside);
    details = std::max(width, before() + least_details) - before();
  }
  [[nodiscard]] std::size_t before() const { return name + link + 2 * kGap; }

  static constexpr std::size_t kGap = 2;
};

/// A line of the tree with what is behind it, each further line below its details.
std::string row_of(const TreeLine& line, const Widths& widths) {
  const std::string gap(Widths::kGap, ' ');
  const std::string name = line.lead + line.name;
  const auto row = [&](std::string_view first) {
    return core::padded(first, widths.name, core::Align::Left) + gap +
           core::padded(line.link, widths.link, core::Align::Left) + gap;
  };
  std::string text;
  std::string before = row(name);
  if (core::display_width(name) > widths.name) {
    text = trimmed(name) + "\n";
    if (line.link.empty() && line.details.empty()) return text;
    before = row(line.under);
  }
  if (line.details.empty()) return text + trimmed(before) + "\n";
  for (const std::string& part : in_lines(line.details, widths.details)) {
    text += trimmed(before + part) + "\n";
    before = core::padded(line.under, widths.before(), core::Align::Left);
  }
  return text;
}

bool has_mark(const TreeLine& line) {
  const auto is_marked = [](const std::string& text) {
    return text.find(kAssumedMark) != std::string::npos;
  };
  return is_marked(line.link) || std::ranges::any_of(line.details, is_marked);
}

}  // namespace

std::string rows_of(const std::vector<TreeLine>& lines, std::size_t width) {
  const Widths widths(lines, width);
  std::string text;
  for (const TreeLine& line : lines) text += row_of(line, widths);
  if (std::ranges::any_of(lines, has_mark)) {
    text += fmt::format("{} assumed: the source does not say it\n", kAssumedMark);
  }
  return text;
}

}  // namespace treering::report::machine
