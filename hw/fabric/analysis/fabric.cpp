#include "hw/fabric/analysis/fabric.h"

#include <algorithm>

#include "hw/fabric/analysis/hosts.h"
#include "hw/fabric/analysis/uneven_cabling.h"
#include "hw/fabric/kinds.h"

namespace treering::hw::fabric::analysis {
namespace {

core::Fabric to_core(const FatTree& tree, const Rails& rails, const std::string& source) {
  core::Fabric fabric;
  if (!tree.is_fat_tree) return fabric;  // nothing is known, so nothing has an origin
  fabric.origin = {core::Origin::Kind::File, source};
  // With hosts at the switch above it, too, the one leaf is not all that they meet at.
  if (tree.levels.front().switches.size() == 1 && tree.roots_with_hosts.empty()) {
    fabric.kind = core::FabricKind::SingleSwitch;
    return fabric;
  }
  fabric.kind =
      rails.is_rail_optimised ? core::FabricKind::RailOptimised : core::FabricKind::FatTree;
  // More above than below helps nobody: 1 is the least that there is a place for.
  fabric.oversubscription = std::clamp(tree.oversubscription, 1.0, kMaxOversubscription);
  fabric.nodes_per_leaf = tree.nodes_per_leaf;
  return fabric;
}

}  // namespace

FoundFabric fabric_of(const FabricGraph& graph, const std::string& source) {
  FoundFabric found;
  found.hosts = hosts_of(graph);
  found.tree = find_fat_tree(graph, found.hosts);
  found.rails = find_rails(found.hosts, found.tree);
  found.names = distinct_names(graph);
  found.findings = find_uneven_cabling({graph, found.hosts, found.tree, found.rails, found.names});
  found.fabric = to_core(found.tree, found.rails, source);
  found.host_count = static_cast<int>(found.hosts.hosts.size());
  return found;
}

}  // namespace treering::hw::fabric::analysis
