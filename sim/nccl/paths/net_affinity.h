// Which NETs each GPU uses: the nearest ones, assigned by GPU number and channel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/system/system.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::paths {

using versions::kMaxChannels;

/// Indices of the nodes of `type` that `from` reaches best: widest, then nearest by path type.
std::vector<int> nearest(const system::System& system, const PathTable& paths, system::NodeId from,
                         system::NodeType type);

/// The NETs that a GPU takes turns in using.
struct NetTurns {
  std::vector<int> nets;  // its nearest; empty: it reaches none
  int first = 0;          // of channel 0
  int spread = 1;         // so many in turn

  /// -1: none.
  int on(int channel) const {
    if (nets.empty()) return -1;
    const auto at = static_cast<std::size_t>(first + channel % spread);
    return nets[at % nets.size()];
  }
};

NetTurns net_turns(const system::System& system, const PathTable& paths, int gpu);

/// The NET that GPU `gpu` uses on `channel`; -1 when it reaches none.
int net_of_gpu(const system::System& system, const PathTable& paths, int gpu, int channel);

/// The NET of a number: that of `host`, since the hosts of an NVLink domain number theirs alike, or
/// else the first; -1: none.
int net_of_number(const system::System& system, std::int64_t number, int host);

/// The first GPU that uses NET `net` on some channel; -1 when none does.
int gpu_of_net(const system::System& system, const PathTable& paths, int net);
/// The same for each NET.
std::vector<int> gpus_of_nets(const system::System& system, const PathTable& paths);

}  // namespace treering::sim::nccl::paths
