#include "report/remarks.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/text/table.h"

namespace treering::report {
namespace {

constexpr std::string_view kMark = "# ";
constexpr std::string_view kDash = "- ";

/// The columns of a line that its lead leaves.
std::size_t rest_of(std::size_t width, std::size_t lead) {
  constexpr std::size_t kLeast = 20;  // narrower columns are unreadable
  return std::max(width, lead + kLeast) - lead;
}

}  // namespace

std::string marked(std::string_view text, std::string_view mark) {
  std::string result;
  for (core::LineReader lines(text); lines.next();) {
    result += fmt::format("{}{}\n", mark, lines.line());
  }
  return result;
}

std::string remark(std::string_view paragraph, std::size_t indent, std::size_t width) {
  const std::string lead = std::string(kMark) + std::string(indent, ' ');
  return marked(core::wrapped(paragraph, rest_of(width, lead.size()), 0), lead);
}

std::string led_remark(std::string_view lead, std::string_view paragraph, std::size_t width) {
  const std::size_t columns = core::display_width(lead);
  const std::size_t rest = rest_of(width, kMark.size() + columns);
  return marked(std::string(lead) + core::wrapped(paragraph, rest, columns), kMark);
}

std::string dashed_remark(std::string_view paragraph, std::size_t width) {
  return paragraph.empty() ? "" : led_remark(kDash, paragraph, width);
}

std::string dashed(std::string_view paragraph, std::size_t width) {
  const std::size_t rest = rest_of(width, kDash.size());
  return std::string(kDash) + core::wrapped(paragraph, rest, kDash.size()) + "\n";
}

std::string remark_list(std::string_view title, std::vector<std::string> items,
                        std::string_view where, std::size_t width) {
  if (items.empty()) return "";
  constexpr std::size_t kShown = 40;
  std::string text = fmt::format("#\n# {}:\n", title);
  for (const std::string& item : core::shortened(std::move(items), kShown, where)) {
    text += dashed_remark(item, width);
  }
  return text;
}

}  // namespace treering::report
