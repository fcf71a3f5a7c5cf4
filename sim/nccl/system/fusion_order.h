// The order in which NCCL meets the devices of a node.
//
// Every local rank detects its own GPU and all NICs of its host, and drops branches that hold
// neither. The trees are then fused rank by rank: devices that rank 0 knows keep their document
// order, and those that later ranks add are appended. So GPUs of later ranks come after all their
// siblings that rank 0 saw.
#pragma once

#include <vector>

#include "core/topology/topology.h"

namespace treering::sim::nccl::system {

/// Children of every device in the PCI tree, in fused order; devices that no rank keeps are absent.
struct FusedTree {
  std::vector<core::DeviceId> roots;                  // CPUs
  std::vector<std::vector<core::DeviceId>> children;  // by device id
};

/// `ranks`: the GPU of each local rank.
FusedTree fuse(const core::Topology& topology, const std::vector<core::DeviceId>& ranks);

}  // namespace treering::sim::nccl::system
