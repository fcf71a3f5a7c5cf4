// The best channel layout of one pattern: tries bandwidths from high to low and loosens what is
// asked of the paths, then widens what was found.
#pragma once

#include <vector>

#include "sim/job/path_policy.h"
#include "sim/nccl/search/channel_search.h"
#include "sim/nccl/search/layout.h"

namespace treering::sim::nccl::search {

/// Compute capability: CUDA has multicast objects, and NCCL NVLS, from Hopper on.
inline constexpr int kFirstWithMulticast = 90;

struct GraphRequest {
  Pattern pattern = Pattern::Ring;
  bool in_network = false;  // CollNet
  int min_channels = 1;
  int max_channels = 1;
  job::CrossNic cross_nic = job::CrossNic::WhenBetter;
};

/// Zero channels when the pattern does not apply; a slow fallback in GPU order when nothing fits.
Layout search_graph(const SearchSpace& space, const GraphRequest& request);

/// Same, as the rest of the model reads it: GPUs by local rank, NETs by device number.
ChannelGraph to_channel_graph(const system::System& system, const Layout& layout);

/// Whether nothing was found, so that one slow channel in GPU order stands in.
bool is_fallback(const ChannelGraph& graph);

/// The graph that an algorithm runs over.
const ChannelGraph& graph_of(const NodeGraphs& graphs, Algorithm algorithm);

/// Whether an algorithm runs over a channel that stands in where nothing was found.
bool has_failed_search(const NodeGraphs& graphs, Algorithm algorithm);

}  // namespace treering::sim::nccl::search
