// Rails: the hosts of a group connect each port to another leaf, so that ports of equal number meet
// at one leaf (NVIDIA's scalable units).
//
// Two leaves belong to one group when many hosts are at both; a single crossed cable does not join
// groups.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hw/fabric/analysis/fat_tree.h"
#include "hw/fabric/analysis/hosts.h"
#include "hw/fabric/graph.h"

namespace treering::hw::fabric::analysis {

struct RailLeaf {
  FabricNodeId leaf = kNoFabricNode;
  std::string device;  // the adapter that most hosts have here; empty when unknown
  bool operator==(const RailLeaf&) const = default;
};

struct RailGroup {
  std::vector<RailLeaf> leaves;    // in the order of the devices' names
  std::vector<std::size_t> hosts;  // indices into FabricHosts::hosts: those with most ports here
};

struct Rails {
  bool is_rail_optimised = false;
  int rails = 1;                  // leaves of a group, as most hosts see it
  std::vector<RailGroup> groups;  // with at least two leaves
  std::vector<int> group_of;      // by node: of a leaf its index into groups, else -1
};

/// Rail-optimised: at least half of the hosts are in groups, with half of the group's leaves.
Rails find_rails(const FabricHosts& hosts, const FatTree& tree);

}  // namespace treering::hw::fabric::analysis
