// Which pairs of GPUs communicate over the network although they are in one machine: GPUs that both
// reach a NIC faster than each other, and GPUs that may use nothing else.
#pragma once

#include "sim/job/path_policy.h"
#include "sim/nccl/paths/paths.h"

namespace treering::sim::nccl::paths {

struct PairRules {
  const system::System& system;
  const LinkTable& links;
  const job::PathPolicy& policy;
  PathType peer_to_peer_reach;  // the farthest path over which GPUs access each other's memory
};

/// Gives the path of every such pair the type Net. Its links stay those inside the machine.
/// \pre paths between GPUs are usable paths, paths to NETs are those of the hardware
void mark_network_pairs(const PairRules& rules, PathTable& paths);

}  // namespace treering::sim::nccl::paths
