#include "sim/job/adapter_list.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

namespace treering::sim::job {
namespace {

// NCCL v2.28.9-1, src/transport/net_ib.cc, MAX_IB_DEVS: names beyond are ignored.
constexpr std::size_t kMostAdapters = 32;

/// Whether the text begins with `mark`, which is removed from it.
bool take(std::string_view& text, char mark) {
  if (!text.starts_with(mark)) return false;
  text.remove_prefix(1);
  return true;
}

/// As atoi reads it; -1 is any port.
std::optional<int> port_of(std::string_view text) {
  const int port = static_cast<int>(std::strtol(std::string(text).c_str(), nullptr, 10));
  return port == -1 ? std::nullopt : std::optional(port);
}

}  // namespace

std::vector<NetName> read_net_names(std::string_view text, std::size_t most) {
  std::vector<NetName> names;
  while (!text.empty() && names.size() < most) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view entry = text.substr(0, comma);
    const std::size_t colon = entry.find(':');
    const std::string_view name = entry.substr(0, colon);
    if (!name.empty()) {
      const bool has_port = colon != std::string_view::npos;
      names.push_back(
          {std::string(name), has_port ? port_of(entry.substr(colon + 1)) : std::nullopt});
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return names;
}

AdapterList read_adapter_list(std::string_view text) {
  AdapterList list;
  list.is_excluding = take(text, '^');
  list.is_exact = take(text, '=');
  list.names = read_net_names(text, kMostAdapters);
  return list;
}

Remark set_adapters(std::string_view text, std::optional<AdapterList>& target) {
  target = read_adapter_list(text);
  const auto commas = static_cast<std::size_t>(std::ranges::count(text, ','));
  if (commas < kMostAdapters || target->names.size() < kMostAdapters) return "";
  return fmt::format("NCCL reads the first {} names", kMostAdapters);
}

}  // namespace treering::sim::job
