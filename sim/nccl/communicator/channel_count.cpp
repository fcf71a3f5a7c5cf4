#include "sim/nccl/communicator/channel_count.h"

#include <algorithm>

#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::communicator {
namespace {

int with_collnet(int channels, const NodeGraphs& graphs, Shape shape) {
  const ChannelGraph& chain = graphs.collnet_chain;
  const bool node_is_faster = chain.bw_intra > chain.bw_inter;
  return node_is_faster && !shape.has_one_rank_per_node() ? channels + channels / 2 : channels;
}

bool is_wide(const versions::ChannelConstants& limits, const NodeFacts& facts,
             const NodeGraphs& graphs, Shape shape) {
  return facts.min_compute_capability >= limits.wide_min_compute_capability &&
         facts.min_compute_capability <= limits.wide_max_compute_capability && shape.nodes > 1 &&
         static_cast<double>(graphs.ring.bw_intra) > limits.wide_min_intra_gb_per_s;
}

int usual_nvls_channels(const versions::ChannelConstants& limits, const NodeFacts& facts,
                        Shape shape) {
  if (facts.min_compute_capability < versions::kBlackwell) return limits.nvls_channels;
  return shape.nodes == 1 ? limits.nvls_channels_blackwell_one_node
                          : limits.nvls_channels_blackwell;
}

}  // namespace

ChannelCounts count_channels(const Library& library, const NodeFacts& facts,
                             const NodeGraphs& graphs, Shape shape) {
  const versions::ChannelConstants& limits = library.version.channels;
  const job::ChannelLimits& asked = library.settings.channels;
  ChannelCounts counts;
  counts.searched = std::min(graphs.ring.channel_count(), graphs.tree.channel_count());
  counts.doubled = std::min(limits.max_channels, 2 * counts.searched);
  counts.with_collnet = counts.doubled;
  if (uses_collnet(library, facts, graphs, shape)) {
    counts.with_collnet =
        std::min(limits.max_channels, with_collnet(counts.doubled, graphs, shape));
  }
  counts.widened = counts.with_collnet;
  if (is_wide(limits, facts, graphs, shape) && counts.widened < limits.wide_max_channels) {
    counts.widened *= 2;
  }
  // NCCL v2.28.9-1, src/graph/connect.cc, ncclTopoPostset: the maximum is applied first, then the
  // minimum.
  counts.limited = std::min({counts.widened, asked.max_channels, asked.max_ctas});
  counts.total = std::max({counts.limited, asked.min_channels, asked.min_ctas});
  return counts;
}

int original_of(const ChannelCounts& counts, int channel) {
  channel %= counts.limited;
  if (channel >= counts.with_collnet) channel -= counts.with_collnet;
  if (channel >= counts.doubled) channel -= counts.doubled;
  return channel;
}

bool uses_nvls(const NodeFacts& facts, const NodeGraphs& graphs) {
  return facts.nvls && !graphs.nvls.channels.empty();
}

int count_nvls_channels(const Library& library, const NodeFacts& facts, const NodeGraphs& graphs,
                        Shape shape) {
  if (!uses_nvls(facts, graphs)) return 0;
  const job::ChannelLimits& asked = library.settings.channels;
  const int usual = usual_nvls_channels(library.version.channels, facts, shape);
  return std::max(asked.min_ctas, std::min(asked.max_ctas, asked.nvls_channels.value_or(usual)));
}

int collnet_min_nodes(const Library& library) {
  return library.settings.collnet_min_nodes.value_or(library.version.channels.collnet_min_nodes);
}

bool uses_collnet(const Library& library, const NodeFacts& facts, const NodeGraphs& graphs,
                  Shape shape) {
  return facts.collnet && shape.nodes >= collnet_min_nodes(library) &&
         !graphs.collnet_chain.channels.empty();
}

}  // namespace treering::sim::nccl::communicator
