#include "hw/formats/quoted_document.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/text/reading.h"

namespace treering::hw::formats {
namespace {

constexpr auto kNone = std::string_view::npos;
constexpr std::string_view kFence = "```";
// Of NCCL, hwloc and nvidia-smi.
constexpr std::array<std::string_view, 4> kRoots{"system", "graphs", "topology", "nvidia_smi_log"};

/// A part of a text.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool begins_with_tag(std::string_view line, std::string_view name) {
  if (!line.starts_with('<') || !line.substr(1).starts_with(name)) return false;
  const std::string_view rest = line.substr(1 + name.size());
  return rest.empty() || rest.starts_with(' ') || rest.starts_with('>');
}

/// From the first line that begins with a root element to the last end of that element.
std::optional<Part> xml_in(std::string_view text) {
  for (core::LineReader reader(text); reader.next();) {
    const std::string_view line = core::trimmed(reader.line());
    const auto root = std::ranges::find_if(
        kRoots, [&](std::string_view name) { return begins_with_tag(line, name); });
    if (root == kRoots.end()) continue;
    const auto begin = static_cast<std::size_t>(line.data() - text.data());
    const std::string closing = fmt::format("</{}>", *root);
    const std::size_t end = text.rfind(closing);
    return Part{begin, end == kNone || end < begin ? text.size() : end + closing.size()};
  }
  return std::nullopt;
}

/// What stands between two fences of Markdown, where it begins with a brace.
std::optional<Part> json_in(std::string_view text) {
  std::optional<std::size_t> begin;
  for (core::LineReader reader(text); reader.next();) {
    if (!core::trimmed(reader.line()).starts_with(kFence)) continue;
    const auto line = static_cast<std::size_t>(reader.line().data() - text.data());
    if (begin) {
      const std::string_view inside = core::trimmed(text.substr(*begin, line - *begin));
      if (inside.starts_with('{')) return Part{*begin, line};
      begin.reset();
      continue;
    }
    begin = std::min(line + reader.line().size(), text.size());
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> quoted_document(std::string_view text) {
  auto part = xml_in(text);
  if (!part) part = json_in(text);
  if (!part) return std::nullopt;
  const auto lines = std::ranges::count(text.substr(0, part->begin), '\n');
  return std::string(static_cast<std::size_t>(lines), '\n') +
         std::string(text.substr(part->begin, part->end - part->begin));
}

}  // namespace treering::hw::formats
