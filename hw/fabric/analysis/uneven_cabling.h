// Finds what is odd in the cabling of a fabric, in words: compares each part with most of its kind.
// Linear but for sorting.
#pragma once

#include <string>
#include <vector>

#include "hw/fabric/analysis/fat_tree.h"
#include "hw/fabric/analysis/hosts.h"
#include "hw/fabric/analysis/rails.h"
#include "hw/fabric/graph.h"

namespace treering::hw::fabric::analysis {

enum class FindingKind {
  FewerUplinks,      // a switch with fewer cables up than most of its level
  SlowUplink,        // a cable between switches that is slower than those beside it
  UnevenSpread,      // a switch whose uplinks go to those above otherwise than on most of its level
  FewerPorts,        // a host with fewer ports than those named like it
  SlowPort,          // a port of a host that is slower than the same of hosts named like it
  CrossedRail,       // a port at a leaf of another group than the host's others
  SwappedRail,       // a port at another leaf of its group than that of most hosts
  MissingLeaf,       // a group of rails with fewer leaves than most
  HostsAboveLeaves,  // adapters at a switch of the spine
  Loop,              // cables from a switch to itself
  Unplugged,         // adapters without a cable
  Nameless,          // adapters that do not say whose they are
};

struct Finding {
  FindingKind kind = FindingKind::FewerUplinks;
  std::string text;  // one sentence: lower-case, no full stop
  bool operator==(const Finding&) const = default;
};

/// The results of the analysis that the checks need.
struct CheckedFabric {
  const FabricGraph& graph;
  const FabricHosts& hosts;
  const FatTree& tree;
  const Rails& rails;
  const std::vector<std::string>& names;  // of nodes (hw/fabric/analysis/hosts.h)
};

inline const Cable& cable_of(const CheckedFabric& checked, int cable) {
  return checked.graph.cables[at(cable)];
}

/// In the order of the kinds, then of the text.
std::vector<Finding> find_uneven_cabling(const CheckedFabric& checked);

/// The name without its numbers, equal for hosts of one kind: "a08-dgx-04" gives "a#-dgx-#".
std::string family_of(const std::string& host);

}  // namespace treering::hw::fabric::analysis
