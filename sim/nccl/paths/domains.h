// Which GPUs of one node NCCL treats as a node of its own.
//
// GPUs that talk through the network even inside one machine make several small nodes of it.
#pragma once

#include <vector>

#include "sim/nccl/paths/paths.h"

namespace treering::sim::nccl::paths {

/// The domain of every GPU, named by its first member. One domain is the usual case.
/// A GPU joins the first domain that it reaches a member of, so two of a domain may still talk
/// through the network. \pre usable paths
std::vector<int> domains(const system::System& system, const PathTable& paths);

}  // namespace treering::sim::nccl::paths
