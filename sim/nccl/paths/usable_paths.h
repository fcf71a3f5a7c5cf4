// Paths as NCCL will use them: through the CPU where direct access is not wanted, through another
// GPU where that reaches a NIC better (PXN). GPUs that would rather talk through the network keep
// their path, marked as Net.
#pragma once

#include <vector>

#include "sim/job/path_policy.h"
#include "sim/nccl/paths/paths.h"

namespace treering::sim::nccl::paths {

/// What the version of a job leaves of the ways that its variables allow.
job::PathPolicy policy_of(const job::Job& job);

/// Shortest paths, then diverted where a rule asks for it.
PathTable usable_paths(const system::System& system, const LinkTable& links,
                       const job::PathPolicy& policy);

/// Largest path type between different GPUs, and from GPUs to NETs; smallest likewise.
/// Loc (largest) and Sys (smallest) when there is no pair.
PathType farthest(const system::System& system, const PathTable& paths, system::NodeType to);
PathType closest(const system::System& system, const PathTable& paths, system::NodeType to);

}  // namespace treering::sim::nccl::paths
