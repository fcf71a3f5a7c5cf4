// The shape of a fabric: levels of switches, whether they make a fat tree, and rails.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/fabric/analysis/hosts.h"
#include "hw/fabric/graph.h"

namespace treering::hw::fabric::analysis {

// Levels of the switches of a fabric, counted from the hosts up, and whether they make a fat tree:
// cables join neighbouring levels only, and a switch at the top reaches every leaf.
//
// A breadth-first search from the leaves. Linear in nodes and cables.

/// The level of adapters; leaves are level 1.
inline constexpr int kHostLevel = 0;
/// The level of a node that is neither an adapter nor a switch connected to hosts.
inline constexpr int kNoLevel = -1;

/// The index of a node or cable by its id.
inline std::size_t at(int id) {
  return static_cast<std::size_t>(id);
}

struct TreeSwitch {
  FabricNodeId node = kNoFabricNode;
  int hosts = 0;               // with a port here; adapters without a host's name count as one each
  int downlinks = 0;           // cables to hosts and to the level below
  int uplinks = 0;             // cables to the level above
  std::int64_t down_mbps = 0;  // of all of them, one direction
  std::int64_t up_mbps = 0;
  bool operator==(const TreeSwitch&) const = default;
};

struct TreeLevel {
  std::vector<TreeSwitch> switches;  // in the order of the text
  std::int64_t down_mbps = 0;
  std::int64_t up_mbps = 0;
};

struct FatTree {
  std::vector<int> level;                      // by node
  std::vector<TreeLevel> levels;               // the first are the leaves
  std::vector<FabricNodeId> roots_with_hosts;  // switches above leaves that have adapters as well
  bool is_fat_tree = false;
  std::string why_not;  // one sentence; empty when it is one
  /// Bandwidth of all hosts : bandwidth up from the worst level; below 1 where there is more above
  /// than below; 1 where nothing goes up or the cables are unknown.
  double oversubscription = 1;
  int nodes_per_leaf = 0;  // what most leaves have
  bool has_rates = false;  // whether any cable has its rate: else Mbit/s count cables
};

/// An unknown rate counts as the most common one; if all are unknown, all cables count alike.
FatTree find_fat_tree(const FabricGraph& graph, const FabricHosts& hosts);

// Rails: the hosts of a group connect each port to another leaf, so that ports of equal number meet
// at one leaf (NVIDIA's scalable units).
//
// Two leaves belong to one group when many hosts are at both; a single crossed cable does not join
// groups.

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
