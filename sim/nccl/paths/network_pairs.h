// Which GPUs of one node talk through the network although they sit in one machine: those that
// both reach a NIC faster than they reach each other, and those that may use nothing else.
#pragma once

#include "sim/job/path_policy.h"
#include "sim/nccl/paths/paths.h"

namespace treering::sim::nccl::paths {

struct PairRules {
  const system::System& system;
  const LinkTable& links;
  const job::PathPolicy& policy;
  PathType peer_to_peer_reach;  // the farthest GPUs that reach into each other's memory
};

/// Gives the path of every such pair the type Net; its links stay those inside the machine.
/// \pre paths between GPUs as they would be used, paths to NETs as the hardware has them
void mark_network_pairs(const PairRules& rules, PathTable& paths);

}  // namespace treering::sim::nccl::paths
