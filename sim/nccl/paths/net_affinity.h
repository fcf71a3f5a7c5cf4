// Which NETs each GPU uses: the nearest ones, assigned by GPU number and channel.
#pragma once

#include <vector>

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/versions/fixed_constants.h"

namespace treering::sim::nccl::paths {

using versions::kMaxChannels;

/// Indices of the nodes of `type` that `from` reaches best: widest, then nearest by path type.
std::vector<int> nearest(const system::System& system, const PathTable& paths, system::NodeId from,
                         system::NodeType type);

/// The NET that GPU `gpu` uses on `channel`; -1 when it reaches none.
int net_of_gpu(const system::System& system, const PathTable& paths, int gpu, int channel);

/// The first GPU that uses NET `net` on some channel; -1 when none does.
int gpu_of_net(const system::System& system, const PathTable& paths, int net);

}  // namespace treering::sim::nccl::paths
