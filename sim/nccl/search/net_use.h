// The NETs by which a channel may enter and leave its node, and the bandwidth left on their ports.
#pragma once

#include <vector>

#include "sim/nccl/search/channel_search.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::search {

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
