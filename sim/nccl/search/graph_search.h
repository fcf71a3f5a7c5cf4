// The best channel layout of one pattern: tries bandwidths from high to low and relaxes the
// constraints on paths, then widens the channels that it found.
#pragma once

#include <vector>

#include "sim/job/settings.h"
#include "sim/nccl/search/channel_search.h"

namespace treering::sim::nccl::search {

/// Compute capability of Hopper, the first with CUDA's multicast objects and so with NVLS.
inline constexpr int kFirstWithMulticast = 90;

struct GraphRequest {
  Pattern pattern = Pattern::Ring;
  bool in_network = false;  // CollNet
  int min_channels = 1;
  int max_channels = 1;
  job::CrossNic cross_nic = job::CrossNic::WhenBetter;
};

/// No channels when the pattern does not apply; one slow fallback channel in GPU order when nothing
/// fits.
Layout search_graph(const SearchSpace& space, const GraphRequest& request);

/// The same layout as the rest of the model reads it: GPUs by local rank, NETs by device number.
ChannelGraph to_channel_graph(const system::System& system, const Layout& layout);

/// Whether the search found nothing and fell back to one slow channel in GPU order.
bool is_fallback(const ChannelGraph& graph);

/// The graph that an algorithm runs over.
const ChannelGraph& graph_of(const NodeGraphs& graphs, Algorithm algorithm);

/// Whether the search for the algorithm's channels found nothing, so that it runs over the
/// fallback.
bool has_failed_search(const NodeGraphs& graphs, Algorithm algorithm);

}  // namespace treering::sim::nccl::search
