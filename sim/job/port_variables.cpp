#include "sim/job/port_variables.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/job/value_text.h"

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

namespace {

using nccl::PathType;

struct Level {
  std::string_view name;
  PathType reach;
};

// NCCL v2.28.9-1, src/graph/topo.cc, nicPathKvList; a longer text counts as the name that it begins
// with.
constexpr std::array<Level, 8> kLevels{{{"LOC", PathType::Loc},
                                        {"PORT", NicJoining::kSameAdapter},
                                        {"PIX", PathType::Pix},
                                        {"PXB", PathType::Pxb},
                                        {"P2C", PathType::P2c},
                                        {"PXN", PathType::Pxn},
                                        {"PHB", PathType::Phb},
                                        {"SYS", PathType::Sys}}};

}  // namespace

Remark set_nic_joining(std::string_view text, NicJoining& target) {
  const Number number = read_number(text);
  target.joins = number.value.value_or(1) != 0;
  return number.remark;
}

Remark set_joining_level(std::string_view text, NicJoining& target) {
  const auto* const found = std::ranges::find_if(
      kLevels, [&](const Level& level) { return text.starts_with(level.name); });
  const Level& level = found == kLevels.end() ? kLevels.front() : *found;
  target.level = level.reach;
  if (text == level.name) return "";
  return fmt::format(
      "NCCL reads it as {}; it knows LOC, PORT, PIX, PXB, P2C, PXN, PHB and SYS, in capitals",
      level.name);
}

Remark set_forced_groups(std::string_view text, NicJoining& target) {
  // NCCL v2.28.9-1, src/graph/topo.cc, ncclTopoForceMerge: names beyond the fourth are ignored.
  constexpr std::size_t kMost = 4;
  for (const std::string_view group : parts_of(text, ';')) {
    std::vector<NetName> names = read_net_names(group, kMost);
    if (!names.empty()) target.forced.push_back(std::move(names));
  }
  return "";
}

}  // namespace treering::sim::job
