// Steps by which a System is built: the order of its devices, then its links and folded switches.
#pragma once

#include <vector>

#include "core/topology/topology.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::system {

// The order in which NCCL meets the devices of a node.
//
// Every local rank detects its own GPU and all NICs of its host, and drops branches that hold
// neither. The trees are then fused rank by rank: devices that rank 0 knows keep their document
// order, and those that later ranks add are appended. So GPUs of later ranks come after all their
// siblings that rank 0 saw.

/// Children of every device in the PCI tree, in fused order; devices that no rank keeps are absent.
struct FusedTree {
  std::vector<core::DeviceId> roots;                  // CPUs
  std::vector<std::vector<core::DeviceId>> children;  // by device id
};

/// `ranks`: the GPU of each local rank.
FusedTree fuse(const core::Topology& topology, const std::vector<core::DeviceId>& ranks);

// Edits of a System while it is being built: adding links and folding switches.

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
