#include "sim/machine/net_choice.h"

#include <algorithm>

namespace treering::sim::machine {
namespace {

using nccl::Algorithm;
using nccl::ChannelGraph;
using nccl::NodeChannel;
using nccl::NodeGraphs;

const ChannelGraph& graph_of(const NodeGraphs& graphs, Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::Ring:
    case Algorithm::Pat:
      break;
    case Algorithm::Tree:
      return graphs.tree;
    case Algorithm::CollNetChain:
      return graphs.collnet_chain;
    case Algorithm::CollNetDirect:
      return graphs.collnet_direct;
    case Algorithm::Nvls:
    case Algorithm::NvlsTree:
      return graphs.nvls;
  }
  return graphs.ring;
}

bool has_heads(Algorithm algorithm) {
  return algorithm == Algorithm::Nvls || algorithm == Algorithm::NvlsTree ||
         algorithm == Algorithm::CollNetDirect;
}

}  // namespace

NetChoice::NetChoice(const nccl::Plan& plan, std::optional<Algorithm> algorithm) : plan_(plan) {
  if (!algorithm) return;
  has_heads_ = has_heads(*algorithm);
  channels_ = machine::graph_of(plan.common, *algorithm).channels.size();
  for (const nccl::search::NodeSearch& machine : plan.machines.classes) {
    std::vector<Found>& parts = found_.emplace_back();
    const auto add = [&](const NodeGraphs& graphs) {
      parts.push_back({&machine::graph_of(graphs, *algorithm), nccl::search::ranks_of(graphs)});
    };
    add(machine.graphs);
    std::ranges::for_each(machine.other_parts, add);
  }
}

const ChannelGraph& NetChoice::graph_of(int node, int local) const {
  const std::vector<int>& class_of = plan_.machines.class_of;
  const int number = class_of.empty() ? 0 : class_of[static_cast<std::size_t>(node)];
  const std::vector<Found>& parts = found_[static_cast<std::size_t>(number)];
  const auto own = std::ranges::find_if(
      parts, [&](const Found& one) { return std::ranges::binary_search(one.ranks, local); });
  return *(own == parts.end() ? parts.front() : *own).graph;
}

/// NCCL v2.28.9-1, src/graph/search.cc, ncclTopoGetNetDev: the first GPU of a channel uses the NET
/// by which it is entered, every other the one by which it is left. With heads, a channel of the
/// graph belongs to its first GPU.
std::int64_t NetChoice::of(const NodeLinks& links, int node, int local, int channel) const {
  if (channels_ == 0) return links.nearest_net(local, channel);
  const auto& channels = graph_of(node, local).channels;
  if (has_heads_) {
    const auto end = channels.begin() + static_cast<std::ptrdiff_t>(channels_);
    const auto own = std::find_if(
        channels.begin(), end, [&](const NodeChannel& one) { return one.gpus.front() == local; });
    return own == end ? links.nearest_net(local, channel) : own->nets[0];
  }
  const NodeChannel& one = channels[static_cast<std::size_t>(channel) % channels_];
  return one.gpus.front() == local ? one.nets[0] : one.nets[1];
}

}  // namespace treering::sim::machine
