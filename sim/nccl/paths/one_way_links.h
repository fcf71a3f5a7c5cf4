// Links with no way back, on which NCCL makes no communicator.
//
// While it lays paths from a device, NCCL 2.28 (src/graph/paths.cc, ncclTopoSetPaths) wants the
// opposite of the first link that reaches another device, and gives up where there is none:
// "Failed to find reverse path". NVLinks between GPUs and links between PCI switches (pcilink) are
// read for each end by itself; all other links NCCL joins in both directions.
#pragma once

#include <optional>

#include "core/topology/topology.h"
#include "sim/job/job.h"

namespace treering::sim::nccl::paths {

/// The first link of `node` that `job` would fail on.
/// \pre every device of `job` exists
std::optional<core::Link> one_way_link(const core::Topology& node, const job::Job& job);

}  // namespace treering::sim::nccl::paths
