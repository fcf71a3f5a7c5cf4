#include "sim/nccl/search/graph_search.h"

#include <algorithm>

#include "sim/nccl/search/trials.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::search {
namespace {

bool applies(const system::System& system, Pattern pattern) {
  return pattern != Pattern::Nvls || (system.count(system::NodeType::Nvs) > 0 &&
                                      system.min_compute_capability() >= kFirstWithMulticast);
}

job::CrossNic cross_nic_of(const system::System& system, const GraphRequest& request) {
  const bool may_cross =
      system.count(system::NodeType::Net) > 1 &&
      (request.pattern == Pattern::Ring || request.pattern == Pattern::BalancedTree ||
       request.pattern == Pattern::SplitTree);
  return may_cross ? request.cross_nic : job::CrossNic::Never;
}

/// No channels yet, and the strictest constraints.
Layout strictest(const GraphRequest& request, const PathRange& range, job::CrossNic cross_nic) {
  Layout layout;
  layout.pattern = request.pattern;
  layout.in_network = request.in_network;
  layout.min_channels = request.min_channels;
  layout.max_channels = request.max_channels;
  layout.cross_nic = cross_nic == job::CrossNic::Always ? 1 : 0;
  layout.type_intra = range.nearest_intra;
  layout.type_inter = range.nearest_inter;
  layout.same_channels = request.pattern != Pattern::Nvls;
  return layout;
}

/// As many channels as the pattern can have on this node.
void limit_channels(Layout& layout, const SearchSpace& space) {
  const int gpus = space.system.count(system::NodeType::Gpu);
  if (layout.pattern == Pattern::Nvls) {
    layout.max_channels = std::min(space.constants.max_nvls_heads, gpus);
  }
  if (layout.pattern == Pattern::CollNetDirect) {
    layout.max_channels = std::min(space.constants.max_direct_heads, gpus);
  }
  if (gpus == 1 && layout.pattern != Pattern::Ring) layout.pattern = Pattern::Tree;
  if (!space.system.spans_nodes && layout.pattern == Pattern::Nvls) {
    layout.min_channels = layout.max_channels;  // every GPU heads a channel
  }
  if (layout.pattern == Pattern::Ring && has_two_nvlink_islands(space) &&
      layout.max_channels >= 2 && layout.min_channels == 1) {
    layout.min_channels = 2;  // trees between the islands need two
  }
}

/// Starts at the highest bandwidth within the limits.
void start(Trials& trials) {
  const int gpus = trials.gpus();
  float total = trials.limits.total;
  if (gpus > 1 && trials.best.pattern != Pattern::Ring) {
    total = static_cast<float>(total * (gpus * 1.0 / (gpus - 1)));
  }
  const auto least = static_cast<float>(trials.best.min_channels);
  Speeds& speeds = trials.speeds;
  while ((speeds.now() > trials.limits.per_channel || speeds.now() * least > total) &&
         !speeds.is_lowest()) {
    speeds.lower();
  }
  trials.ask_for_speed();
}

/// The NET that the plugin numbers 0, which need not be the first in the System.
int first_numbered_net(const system::System& system) {
  for (int net = 0; net < system.count(system::NodeType::Net); ++net) {
    if (system.net(net).device == 0) return net;
  }
  return 0;
}

// NCCL's bandwidth where nothing fits, lower than any that it tries (NCCL v2.28.9-1,
// ncclTopoCompute).
constexpr float kToken = 0.1F;

/// Nothing fits: GPUs in their order at a token bandwidth.
void fall_back(Layout& layout, const system::System& system) {
  const int gpus = system.count(system::NodeType::Gpu);
  layout.gpus.resize(static_cast<std::size_t>(gpus));
  for (int g = 0; g < gpus; ++g) layout.gpus[static_cast<std::size_t>(g)] = g;
  const int net = first_numbered_net(system);
  layout.nets.assign(1, {net, net});
  layout.bw_intra = layout.bw_inter = kToken;
  layout.type_intra = layout.type_inter = PathType::Sys;
  layout.channels = 1;
}

}  // namespace

Layout search_graph(const SearchSpace& space, const GraphRequest& request) {
  const PathRange range = path_range_of(space);
  const job::CrossNic cross_nic = cross_nic_of(space.system, request);
  Layout nothing = strictest(request, range, cross_nic);
  if (!applies(space.system, request.pattern)) return nothing;
  limit_channels(nothing, space);

  Trials trials(space, nothing);
  start(trials);
  relax_until_found(trials, range, cross_nic);
  widen(trials);
  Layout& best = trials.best;
  if (best.channels == 0 && !best.in_network && best.pattern != Pattern::Nvls) {
    fall_back(best, space.system);
  }
  return std::move(best);
}

ChannelGraph to_channel_graph(const system::System& system, const Layout& layout) {
  ChannelGraph graph;
  graph.pattern = layout.pattern;
  graph.cross_nic = layout.cross_nic;
  graph.bw_intra = layout.bw_intra;
  graph.bw_inter = layout.bw_inter;
  graph.latency_inter = layout.latency_inter;
  graph.type_intra = layout.type_intra;
  graph.type_inter = layout.type_inter;
  graph.same_channels = layout.same_channels;
  const int gpus = system.count(system::NodeType::Gpu);
  for (int channel = 0; channel < layout.channels; ++channel) {
    NodeChannel& made = graph.channels.emplace_back();
    const int listed = layout.pattern == Pattern::Nvls ? 1 : gpus;
    for (int step = 0; step < listed; ++step) {
      const int gpu = layout.gpus[static_cast<std::size_t>(channel * gpus + step)];
      made.gpus.push_back(system.gpu(gpu).rank);
    }
    if (!system.spans_nodes) continue;
    const auto& nets = layout.nets[static_cast<std::size_t>(channel)];
    made.nets = {system.net(nets[0]).device, system.net(nets[1]).device};
  }
  return graph;
}

bool is_fallback(const ChannelGraph& graph) {
  return graph.channel_count() == 1 && graph.bw_intra == kToken && graph.bw_inter == kToken;
}

// NCCL v2.28.9-1, src/init.cc, initTransportsRank: the list of graphs, in the order of algorithms.
const ChannelGraph& graph_of(const NodeGraphs& graphs, Algorithm algorithm) {
  const versions::ByAlgorithm<const ChannelGraph*> table{
      {&graphs.tree, &graphs.ring, &graphs.collnet_direct, &graphs.collnet_chain, &graphs.nvls,
       &graphs.nvls, &graphs.tree}};
  return *table[algorithm];
}

bool has_failed_search(const NodeGraphs& graphs, Algorithm algorithm) {
  return is_fallback(graph_of(graphs, algorithm));
}

}  // namespace treering::sim::nccl::search
