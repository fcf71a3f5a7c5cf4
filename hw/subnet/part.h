// The part of a subnet that some hosts use: their ports, the leaves that these lead to, and the
// switches above as far as the lowest level at which one reaches all of these leaves.
#pragma once

#include <vector>

#include "hw/subnet/fat_tree.h"
#include "hw/subnet/hosts.h"

namespace treering::hw {

/// `ports` of adapters, by cable; `tree` is that of the whole subnet. Other ports of the same
/// adapters are left out. Nodes and cables keep their order.
Subnet part_of(const Subnet& subnet, const FatTree& tree, const std::vector<HostPort>& ports);

}  // namespace treering::hw
