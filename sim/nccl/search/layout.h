// A channel layout during the search: the request, and the channels found so far.
#pragma once

#include <array>
#include <vector>

#include "sim/nccl/types.h"

namespace treering::sim::nccl::search {

struct Layout {
  // Asked for.
  Pattern pattern = Pattern::None;
  bool in_network = false;  // CollNet: only NETs that reduce
  int min_channels = 1;
  int max_channels = 1;
  int cross_nic = 0;           // 0: back to the same rail, 1: any, 2: alternate rings
  bool same_channels = false;  // repeat the first channel's order
  float bw_intra = 0;          // GB/s that every channel must find
  float bw_inter = 0;
  PathType type_intra = PathType::Loc;  // farthest path allowed
  PathType type_inter = PathType::Loc;

  // Found.
  int channels = 0;
  int hops = 0;
  float latency_inter = 0;
  std::vector<int> gpus;                 // GPU index, channel by channel
  std::vector<std::array<int, 2>> nets;  // NET index entered and left by, per channel

  bool is_tree() const {
    return pattern == Pattern::BalancedTree || pattern == Pattern::Tree ||
           pattern == Pattern::SplitTree;
  }
  bool has_heads_only() const {
    return pattern == Pattern::Nvls || pattern == Pattern::CollNetDirect;
  }
};

/// Whether `found` replaces `best`: enough channels, then total bandwidth, then fewer hops.
/// `gpus`: GPUs of the node.
bool is_better(const Layout& found, const Layout& best, int gpus);

}  // namespace treering::sim::nccl::search
