// Upper limits that a node's wiring sets to a channel search.
#pragma once

#include "sim/nccl/search/channel_search.h"

namespace treering::sim::nccl::search {

/// The most bandwidth that a GPU can give one channel, and all channels together; GB/s.
struct SearchLimits {
  float per_channel = 0;
  float total = 0;
};

SearchLimits limits_of(const SearchSpace& space);

/// Nearest and farthest types of path that exist: between GPUs, and between GPUs and NETs.
struct Reach {
  PathType nearest_intra = PathType::Loc;
  PathType farthest_intra = PathType::Sys;
  PathType nearest_inter = PathType::Pix;
  PathType farthest_inter = PathType::Sys;
};

Reach reach_of(const SearchSpace& space);

/// Two groups of GPUs with NVLink inside each and something slower between them.
bool has_two_nvlink_islands(const SearchSpace& space);

}  // namespace treering::sim::nccl::search
