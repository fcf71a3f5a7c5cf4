// Reduces a machine to some of its network ports.
#pragma once

#include <set>

#include "core/topology/topology.h"

namespace treering::core {

/// The node with only these NETs. The other NETs' adapters are removed, and the NETs are numbered
/// as by a plugin that finds no others.
Topology with_ports(const Topology& node, const std::set<DeviceId>& kept);

}  // namespace treering::core
