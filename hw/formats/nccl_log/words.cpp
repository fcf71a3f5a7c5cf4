#include "hw/formats/nccl_log/words.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace treering::hw::formats::nccl_log {

std::string_view word_after(std::string_view text, std::string_view key) {
  const std::size_t at = core::find_part(text, key);
  if (at == kNone) return {};
  text.remove_prefix(at + key.size());
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, std::min(text.find_first_of(" \t,"), text.size()));
}

std::string_view between(std::string_view text, std::string_view start, std::string_view end) {
  const std::size_t at = text.find(start);
  if (at == kNone) return {};
  text.remove_prefix(at + start.size());
  const std::size_t stop = text.find(end);
  return stop == kNone ? std::string_view() : text.substr(0, stop);
}

std::vector<std::string_view> slash_parts(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t slash = text.find('/');
    parts.push_back(text.substr(0, slash));
    if (slash == kNone) return parts;
    text.remove_prefix(slash + 1);
  }
}

std::string full_bus_id(std::uint64_t packed) {
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", packed >> 20U, (packed >> 12U) & 0xffU,
                     (packed >> 4U) & 0xffU, packed & 0xfU);
}

std::optional<std::uint64_t> packed_bus_id_of_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  std::string digits;
  for (const char c : path.substr(slash == kNone ? 0 : slash + 1)) {
    if (c != ':' && c != '.') digits += c;
  }
  return core::whole_number<std::uint64_t>(digits, 16);
}

bool has_form(std::string_view text, std::string_view pattern) {
  if (text.size() < pattern.size()) return false;
  return std::ranges::equal(text.substr(0, pattern.size()), pattern, [](char c, char form) {
    return form == '0' ? core::is_digit(c) : c == form;
  });
}

}  // namespace treering::hw::formats::nccl_log
