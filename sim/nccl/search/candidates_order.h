// The next device of a channel: GPUs and NETs in the order in which they are tried, and NETs that
// are allowed and have bandwidth left.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/search/channel_search.h"
#include "sim/nccl/search/link_moves.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::search {

// The order in which the channel search tries GPUs and NETs. The order decides which of several
// equally good layouts NCCL finds first and uses.

/// Whether the next GPU should be near the channel's NET, because the channel returns there from
/// it.
enum class NetPull { None, Towards, AwayFrom };

struct GpuOrderRequest {
  Pattern pattern = Pattern::Ring;
  int from = 0;       // GPU index
  int start_net = 0;  // NET the channel started from; unused when pull is None
  NetPull pull = NetPull::None;
};

/// The GPUs to try next, best first. `used[g]`: GPU g is already on this channel.
std::vector<int> next_gpus(const paths::PathTable& paths, const Residual& residual,
                           const std::vector<bool>& used, const GpuOrderRequest& request);

/// NETs to try, those that each GPU prefers first. Caches its answers, which do not change during a
/// search.
class NetOrder {
 public:
  NetOrder(const system::System& system, const paths::PathTable& paths)
      : system_(system), paths_(paths) {}

  /// For one GPU, or for all when `gpu` is -1. `reach` bounds the path to NETs that are not
  /// preferred.
  const std::vector<int>& nets(PathType reach, int gpu);

 private:
  std::vector<int> preferred(int gpu) const;
  std::size_t most_nets(int gpu) const;

  const system::System& system_;
  const paths::PathTable& paths_;
  std::map<std::pair<PathType, int>, std::vector<int>> known_;
};

// The NETs by which a channel may enter and leave its node, and the bandwidth left on their ports.

class NetUse {
 public:
  explicit NetUse(const system::System& system);

  /// Whether the current channel, number `layout.channels`, may come from `net`.
  bool may_enter(int net, float bandwidth, const Layout& layout) const;

  /// Whether it may go back to `net` after `step` GPUs. Trees leave by the NET that they entered
  /// by, rings by the same rail or by that of the ring that they are paired with (cross_nic 2).
  bool may_leave(int net, int step, const Layout& layout) const;

  /// All NETs of one port share its bandwidth. A negative `bandwidth` takes from it.
  void add_to_port(int net, float bandwidth);

 private:
  bool is_same_port(int a, int b) const;

  const system::System& system_;
  std::vector<float> left_;  // by NET
};

}  // namespace treering::sim::nccl::search
