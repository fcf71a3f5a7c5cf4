// The part of a fabric that some hosts use: their ports, the leaves of these, and the switches
// above, up to the lowest level where one switch reaches all of these leaves.
#pragma once

#include <vector>

#include "hw/fabric/analysis/fat_tree.h"
#include "hw/fabric/analysis/hosts.h"

namespace treering::hw::fabric::join {

/// `ports` of adapters, by cable; `tree` is that of the whole fabric. Other ports of the same
/// adapters are left out. Nodes and cables keep their order.
FabricGraph part_of(const FabricGraph& graph, const analysis::FatTree& tree,
                    const std::vector<analysis::HostPort>& ports);

}  // namespace treering::hw::fabric::join
