// By which NETs a channel may enter and leave its node, and what is left of their ports.
#pragma once

#include <vector>

#include "sim/nccl/search/layout.h"
#include "sim/nccl/system/system.h"

namespace treering::sim::nccl::search {

class NetUse {
 public:
  explicit NetUse(const system::System& system);

  /// Whether the channel being laid, number `layout.channels`, may come from `net`.
  bool may_enter(int net, float bandwidth, const Layout& layout) const;

  /// Whether it may go back to `net` after `step` GPUs. Trees leave by the NET they came from;
  /// rings by the same rail, or by that of the ring that they are paired with (cross_nic 2).
  bool may_leave(int net, int step, const Layout& layout) const;

  /// All NETs of one port share its bandwidth; a negative one is taken.
  void add_to_port(int net, float bandwidth);

 private:
  bool is_same_port(int a, int b) const;

  const system::System& system_;
  std::vector<float> left_;  // by NET
};

}  // namespace treering::sim::nccl::search
