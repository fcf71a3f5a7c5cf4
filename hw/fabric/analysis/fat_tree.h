// Levels of the switches of a fabric, counted from the hosts up, and whether they make a fat tree:
// cables join neighbouring levels only, and a switch at the top reaches every leaf.
//
// A breadth-first search from the leaves. Linear in nodes and cables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/fabric/analysis/hosts.h"
#include "hw/fabric/graph.h"

namespace treering::hw::fabric::analysis {

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

}  // namespace treering::hw::fabric::analysis
