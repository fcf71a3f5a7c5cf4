#include "sim/nccl/channel_count.h"

#include <algorithm>

namespace treering::sim::nccl {
namespace {

int with_collnet(int channels, const NodeGraphs& graphs, Shape shape) {
  const ChannelGraph& chain = graphs.collnet_chain;
  const bool node_is_faster = chain.bw_intra > chain.bw_inter;
  return node_is_faster && !shape.has_one_rank_per_node() ? channels + channels / 2 : channels;
}

bool is_wide(const ChannelConstants& limits, const NodeFacts& facts, const NodeGraphs& graphs,
             Shape shape) {
  return facts.min_compute_capability >= limits.wide_min_compute_capability && shape.nodes > 1 &&
         static_cast<double>(graphs.ring.bw_intra) > limits.wide_min_intra_gb_per_s;
}

}  // namespace

ChannelCounts count_channels(const Version& version, const NodeFacts& facts,
                             const NodeGraphs& graphs, Shape shape) {
  const ChannelConstants& limits = version.channels;
  ChannelCounts counts;
  counts.searched = std::min(graphs.ring.channel_count(), graphs.tree.channel_count());
  counts.doubled = std::min(limits.max_channels, 2 * counts.searched);
  counts.with_collnet = counts.doubled;
  if (uses_collnet(version, facts, graphs, shape)) {
    counts.with_collnet =
        std::min(limits.max_channels, with_collnet(counts.doubled, graphs, shape));
  }
  counts.total = counts.with_collnet;
  if (is_wide(limits, facts, graphs, shape) && counts.total < limits.wide_max_channels) {
    counts.total *= 2;
  }
  return counts;
}

int original_of(const ChannelCounts& counts, int channel) {
  if (channel >= counts.with_collnet) channel -= counts.with_collnet;
  if (channel >= counts.doubled) channel -= counts.doubled;
  return channel;
}

bool uses_nvls(const NodeFacts& facts, const NodeGraphs& graphs) {
  return facts.nvls && !graphs.nvls.channels.empty();
}

int count_nvls_channels(const Version& version, const NodeFacts& facts, const NodeGraphs& graphs,
                        Shape shape) {
  if (!uses_nvls(facts, graphs)) return 0;
  const ChannelConstants& limits = version.channels;
  constexpr int kBlackwell = 100;  // compute capability 10.0
  if (facts.min_compute_capability < kBlackwell) return limits.nvls_channels;
  return shape.nodes == 1 ? limits.nvls_channels_blackwell_one_node
                          : limits.nvls_channels_blackwell;
}

bool uses_collnet(const Version& version, const NodeFacts& facts, const NodeGraphs& graphs,
                  Shape shape) {
  return facts.collnet && shape.nodes >= version.channels.collnet_min_nodes &&
         !graphs.collnet_chain.channels.empty();
}

}  // namespace treering::sim::nccl
