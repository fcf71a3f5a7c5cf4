// Which GPUs of a machine NCCL treats as separate nodes.
//
// GPUs that communicate over the network even inside a machine divide it into several nodes.
#pragma once

#include <vector>

#include "sim/nccl/paths/paths.h"

namespace treering::sim::nccl::paths {

/// The domain of every GPU, identified by its first member. Usually there is one domain. A GPU
/// joins the first domain with a member that it reaches, so two GPUs of a domain may still
/// communicate over the network. \pre usable paths
std::vector<int> domains(const system::System& system, const PathTable& paths);

}  // namespace treering::sim::nccl::paths
