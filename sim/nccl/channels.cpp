#include "sim/nccl/channels.h"

#include <algorithm>
#include <cstddef>

#include "core/assert.h"
#include "sim/nccl/binary_tree.h"

namespace treering::sim::nccl {
namespace {

constexpr int kAlternating = 2;  // cross_nic: rings may change rail in pairs

std::vector<std::vector<int>> orders_of(const ChannelGraph& graph, int channels) {
  std::vector<std::vector<int>> orders;
  orders.reserve(static_cast<std::size_t>(channels));
  for (int c = 0; c < channels; ++c) {
    orders.push_back(graph.channels[static_cast<std::size_t>(c)].gpus);
  }
  return orders;
}

/// The first GPU of each channel, each named once.
std::vector<int> heads_of(const ChannelGraph& graph) {
  std::vector<int> heads;
  for (const NodeChannel& channel : graph.channels) {
    const int head = channel.gpus.front();
    if (std::find(heads.begin(), heads.end(), head) == heads.end()) heads.push_back(head);
  }
  return heads;
}

void add_child(TreeLinks& links, int rank) {
  const auto free = std::find(links.down.begin(), links.down.end(), -1);
  TREERING_ASSERT(free != links.down.end(), "a rank has at most three children");
  *free = rank;
}

}  // namespace

ChannelSet::ChannelSet(const Version& version, const NodeFacts& facts, const NodeGraphs& graphs,
                       Shape shape)
    : shape_(shape),
      counts_(count_channels(version, facts, graphs, shape)),
      alternates_rings_(graphs.ring.cross_nic == kAlternating && counts_.searched % 2 == 0),
      tree_pattern_(graphs.tree.pattern),
      rings_(orders_of(graphs.ring, counts_.searched)),
      chains_(orders_of(graphs.tree, counts_.searched)),
      nvls_count_(count_nvls_channels(version, facts, graphs, shape)),
      uses_collnet_(nccl::uses_collnet(version, facts, graphs, shape)) {
  if (uses_nvls()) nvls_heads_ = heads_of(graphs.nvls);
  if (uses_collnet_ && shape.ranks_per_node <= version.channels.max_direct_ranks) {
    collnet_direct_heads_ = heads_of(graphs.collnet_direct);
  }
}

int ChannelSet::collnet_head_count() const {
  const auto& heads = uses_nvls() ? nvls_heads_ : collnet_direct_heads_;
  return static_cast<int>(heads.size());
}

const std::vector<int>& ChannelSet::ring_pattern(int searched, int node) const {
  const bool is_swapped = alternates_rings_ && node % 2 == 1;
  return rings_[static_cast<std::size_t>(is_swapped ? searched ^ 1 : searched)];
}

std::vector<int> ChannelSet::ring(int channel) const {
  const int searched = original_of(counts_, channel) % counts_.searched;
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(shape_.ranks()));
  for (int node = 0; node < shape_.nodes; ++node) {
    for (const int local : ring_pattern(searched, node)) order.push_back(global(node, local));
  }
  std::rotate(order.begin(), std::find(order.begin(), order.end(), 0), order.end());
  return order;
}

ChannelSet::TreeRoles ChannelSet::tree_roles(int searched) const {
  const std::vector<int>& chain = chains_[static_cast<std::size_t>(searched)];
  // Balanced: the second GPU takes one of the two child links; split: both of them.
  const int first = chain.front();
  const int second = chain.size() > 1 ? chain[1] : first;
  return {first,
          {tree_pattern_ == Pattern::Tree ? first : second,
           tree_pattern_ == Pattern::SplitTree ? second : first}};
}

TreeLinks ChannelSet::tree(int channel, int rank) const {
  const int original = original_of(counts_, channel);
  const int searched = original % counts_.searched;
  const int node = rank / shape_.ranks_per_node;
  const int local = rank % shape_.ranks_per_node;

  const std::vector<int>& chain = chains_[static_cast<std::size_t>(searched)];
  const auto here = std::find(chain.begin(), chain.end(), local);
  TREERING_ASSERT(here != chain.end(), "every local rank is in every chain");
  TreeLinks links;
  if (here != chain.begin()) links.up = global(node, *(here - 1));
  if (here + 1 != chain.end()) links.down[0] = global(node, *(here + 1));

  const auto which = static_cast<std::size_t>(original / counts_.searched);
  const TreePlace place = double_binary_tree(shape_.nodes, node)[which];
  const TreeRoles roles = tree_roles(searched);
  if (local == roles.to_parent && place.parent >= 0) {
    links.up = global(place.parent, roles.to_child[static_cast<std::size_t>(place.slot)]);
  }
  for (std::size_t slot = 0; slot < 2; ++slot) {
    const int child = place.children[slot];
    if (local == roles.to_child[slot] && child >= 0) {
      add_child(links, global(child, roles.to_parent));
    }
  }
  return links;
}

TreeLinks ChannelSet::nvls_tree(int channel, int rank) const {
  const int node = rank / shape_.ranks_per_node;
  const int local = rank % shape_.ranks_per_node;
  TreeLinks links;
  if (std::find(nvls_heads_.begin(), nvls_heads_.end(), local) == nvls_heads_.end()) return links;
  const auto which = static_cast<std::size_t>(channel % 2);
  const TreePlace place = double_binary_tree(shape_.nodes, node)[which];
  if (place.parent >= 0) links.up = global(place.parent, local);
  for (const int child : place.children) {
    if (child >= 0) add_child(links, global(child, local));
  }
  return links;
}

}  // namespace treering::sim::nccl
