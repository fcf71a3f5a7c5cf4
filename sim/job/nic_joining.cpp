#include "sim/job/nic_joining.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/job/adapter_list.h"
#include "sim/job/list_parts.h"
#include "sim/job/number.h"

namespace treering::sim::job {
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
