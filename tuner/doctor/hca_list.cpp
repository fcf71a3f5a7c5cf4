#include "tuner/doctor/hca_list.h"

#include <algorithm>

#include <fmt/format.h>

namespace treering::tuner {
namespace {

/// Whether it begins with `mark`, which is taken off.
bool take(std::string_view& text, char mark) {
  if (!text.starts_with(mark)) return false;
  text.remove_prefix(1);
  return true;
}

bool names(const HcaList& list, const HcaEntry& entry, std::string_view device, int port) {
  const bool is_device = list.is_exact ? device == entry.device : device.starts_with(entry.device);
  return is_device && (entry.port.empty() || entry.port == fmt::format("{}", port));
}

}  // namespace

HcaList read_hca_list(std::string_view text) {
  HcaList list;
  list.is_excluding = take(text, '^');
  list.is_exact = take(text, '=');
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view entry = text.substr(0, comma);
    const std::size_t colon = std::min(entry.find(':'), entry.size());
    const std::string_view port = entry.substr(std::min(colon + 1, entry.size()));
    if (!entry.empty()) {
      list.entries.push_back({std::string(entry.substr(0, colon)), std::string(port)});
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

bool is_used(const HcaList& list, std::string_view device, int port) {
  const bool is_named = std::ranges::any_of(
      list.entries, [&](const HcaEntry& entry) { return names(list, entry, device, port); });
  return is_named != list.is_excluding;
}

}  // namespace treering::tuner
