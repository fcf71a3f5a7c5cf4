// Links without a reverse link, with which NCCL cannot make a communicator.
//
// When NCCL 2.28 sets up the paths from a device (src/graph/paths.cc, ncclTopoSetPaths), it needs
// the reverse of the first link that reaches another device. Without one it fails: "Failed to find
// reverse path". It reads NVLinks between GPUs and links between PCI switches (pcilink) separately
// for each end, and adds all other links in both directions.
#pragma once

#include <optional>

#include "core/topology/topology.h"
#include "sim/job/job.h"

namespace treering::sim::nccl::paths {

/// The first link of `node` on which `job` would fail.
/// \pre every device of `job` exists
std::optional<core::Link> one_way_link(const core::Topology& node, const job::JobSpec& job);

}  // namespace treering::sim::nccl::paths
