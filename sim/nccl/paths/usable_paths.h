// Paths as NCCL will use them: through the CPU where direct access is not wanted, through another
// GPU where that reaches a NIC better (PXN). GPUs that communicate better over the network keep
// their path, marked as Net.
#pragma once

#include <vector>

#include "sim/job/path_policy.h"
#include "sim/nccl/paths/paths.h"

namespace treering::sim::nccl::paths {

/// The paths that a job's variables allow, as far as its version of NCCL knows them.
job::PathPolicy policy_of(const job::JobSpec& job);

/// Shortest paths, diverted where a rule requires it.
PathTable usable_paths(const system::System& system, const LinkTable& links,
                       const job::PathPolicy& policy);

/// The largest and the smallest path type from GPUs to nodes of type `to`, without the paths of
/// GPUs to themselves. Without any pair, farthest() is Loc and closest() is Sys.
PathType farthest(const system::System& system, const PathTable& paths, system::NodeType to);
PathType closest(const system::System& system, const PathTable& paths, system::NodeType to);

}  // namespace treering::sim::nccl::paths
