// Edits of a System while it is being built: adding links and folding switches.
#pragma once

#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::system {

/// Adds one direction. Parallel links of one type become one wider link; a node's links stay sorted
/// by falling bandwidth, older before newer among equals.
void connect(System& system, NodeId from, SystemLink link);
void connect_both_ways(System& system, NodeId a, NodeId b, SystemLink prototype);

/// The NUMA node above a device over PCI links only; kNoNode when there is none.
NodeId local_cpu(const System& system, NodeId device);

/// Merges the two levels of Broadcom PEX switches into one switch. They appear as two levels
/// although every port runs at full rate.
void flatten_broadcom_switches(System& system);

/// Removes GPUs (indices) and every link to them; the others keep their order.
void remove_gpus(System& system, const std::vector<int>& gpus);

/// Puts the link towards the root last in every PCI switch and device.
void put_up_links_last(System& system);

}  // namespace treering::sim::nccl::system
