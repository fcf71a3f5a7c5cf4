// The NETs by which a channel may enter and leave its node, and the bandwidth left on their ports.
#pragma once

#include <cstdint>
#include <utility>
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
  bool is_same_port(int a, int b) const {
    return ports_[static_cast<std::size_t>(a)] == ports_[static_cast<std::size_t>(b)];
  }

  const system::System& system_;
  std::vector<std::pair<std::uint64_t, int>> ports_;  // by NET: its adapter and that one's port
  std::vector<float> left_;                           // likewise: GB/s
};

}  // namespace treering::sim::nccl::search
