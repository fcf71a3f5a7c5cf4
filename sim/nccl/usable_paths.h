// Paths as NCCL will use them: through the CPU where direct access is not wanted, through another
// GPU where that reaches a NIC better (PXN). GPUs that would rather talk through the network keep
// their path, marked as Net.
#pragma once

#include <vector>

#include "sim/nccl/path_policy.h"
#include "sim/nccl/paths.h"

namespace treering::sim::nccl {

/// What the version of a job leaves of the ways that its variables allow.
PathPolicy policy_of(const Job& job);

/// Shortest paths, then diverted where a rule asks for it.
PathTable usable_paths(const System& system, const LinkTable& links, const PathPolicy& policy);

/// Largest path type between different GPUs, and from GPUs to NETs; smallest likewise.
/// Loc (largest) and Sys (smallest) when there is no pair.
PathType farthest(const System& system, const PathTable& paths, NodeType to);
PathType closest(const System& system, const PathTable& paths, NodeType to);

}  // namespace treering::sim::nccl
