#include "hw/fabric/kinds.h"

#include <array>

#include <fmt/format.h>

#include "core/named_values.h"
#include "core/topology/names.h"
#include "hw/fabric/node_order.h"

namespace treering::hw::fabric {
namespace {

using core::FabricKind;
using core::LinkKind;

template <class Enum>
struct Named {
  Enum value;
  std::string_view name;
};

constexpr std::array<Named<FabricKind>, 4> kKinds{{
    {FabricKind::SingleSwitch, "single_switch"},
    {FabricKind::FatTree, "fat_tree"},
    {FabricKind::RailOptimised, "rail_optimised"},
    {FabricKind::Dragonfly, "dragonfly"},
}};

}  // namespace

std::string_view name_of(FabricKind kind) {
  for (const auto& entry : kKinds) {
    if (entry.value == kind) return entry.name;
  }
  return "unspecified";
}

std::vector<std::string_view> fabric_kind_names() {
  return core::names_of(kKinds);
}

core::Result<FabricKind> parse_fabric_kind(std::string_view text) {
  return core::parse_name("fabric kind", text, kKinds);
}

core::Result<LinkKind> parse_fabric_link(std::string_view text) {
  static const std::array<Named<LinkKind>, 3> kLinks{{
      {LinkKind::InfiniBand, core::name_of(LinkKind::InfiniBand)},
      {LinkKind::RoCE, core::name_of(LinkKind::RoCE)},
      {LinkKind::Ethernet, core::name_of(LinkKind::Ethernet)},
  }};
  return core::parse_name("fabric link", text, kLinks);
}

core::Result<void> check_fabric(const core::Fabric& fabric, const std::string& where) {
  const double ratio = fabric.oversubscription;
  // Written so that NaN fails.
  if (!(ratio >= 1 && ratio <= kMaxOversubscription)) {
    return core::bad_input(where + "/oversubscription", fmt::format("{}", ratio),
                           fmt::format("expected 1..{}", kMaxOversubscription));
  }
  if (fabric.nodes_per_leaf < 0 || fabric.nodes_per_leaf > core::kMaxRanks) {
    return core::bad_input(where + "/nodes_per_leaf", fmt::format("{}", fabric.nodes_per_leaf),
                           fmt::format("expected 0..{}", core::kMaxRanks));
  }
  const double us = fabric.hop_latency.in_us();
  if (!(us >= 0 && us <= kMaxHopLatencyUs)) {
    return core::bad_input(where + "/hop_latency_us", fmt::format("{}", us),
                           fmt::format("expected 0..{}", kMaxHopLatencyUs));
  }
  if (fabric.kind == FabricKind::SingleSwitch && (ratio != 1 || fabric.nodes_per_leaf != 0)) {
    return core::bad_input(where, "a single switch with leaves",
                           "expected neither oversubscription nor nodes_per_leaf",
                           "take kind fat_tree, rail_optimised or dragonfly");
  }
  return check_order(fabric, where + "/order");
}

}  // namespace treering::hw::fabric
