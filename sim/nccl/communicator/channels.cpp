#include "sim/nccl/communicator/channels.h"

#include <algorithm>
#include <cstddef>

#include "core/assert.h"
#include "sim/nccl/communicator/binary_tree.h"

namespace treering::sim::nccl::communicator {
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

ChannelSet::ChannelSet(const Library& library, const search::NodeSearch& found, int machines)
    : shape_(search::shape_of(found, machines)), machine_ranks_(shape_.ranks() / machines) {
  const NodeGraphs common = search::common_graphs(found);
  counts_ = count_channels(library, found.facts, common, shape_);
  alternates_rings_ = common.ring.cross_nic == kAlternating && counts_.searched % 2 == 0;
  nvls_count_ = count_nvls_channels(library, found.facts, common, shape_);
  uses_collnet_ = communicator::uses_collnet(library, found.facts, common, shape_);
  uses_collnet_direct_ =
      uses_collnet_ && shape_.most_ranks() <= library.version.channels.max_direct_ranks;
  add_part(found.graphs);
  for (const NodeGraphs& graphs : found.other_parts) add_part(graphs);
}

void ChannelSet::add_part(const NodeGraphs& graphs) {
  Part& part = parts_.emplace_back();
  part.ranks = search::ranks_of(graphs);
  part.tree_pattern = graphs.tree.pattern;
  part.rings = orders_of(graphs.ring, counts_.searched);
  part.chains = orders_of(graphs.tree, counts_.searched);
  if (uses_nvls()) part.nvls_heads = heads_of(graphs.nvls);
  if (uses_collnet_direct_) part.collnet_direct_heads = heads_of(graphs.collnet_direct);
}

int ChannelSet::collnet_head_count() const {
  return static_cast<int>((uses_nvls() ? nvls_heads() : collnet_direct_heads()).size());
}

int ChannelSet::node_of(int rank) const {
  const auto holds = [&](const Part& one) {
    return std::ranges::binary_search(one.ranks, local(rank));
  };
  const auto part = std::ranges::find_if(parts_, holds);
  TREERING_ASSERT(part != parts_.end(), "every rank belongs to a node");
  return rank / machine_ranks_ * static_cast<int>(parts_.size()) +
         static_cast<int>(part - parts_.begin());
}

const std::vector<int>& ChannelSet::ring_pattern(int searched, int node) const {
  const bool is_swapped = alternates_rings_ && node % 2 == 1;
  return part(node).rings[static_cast<std::size_t>(is_swapped ? searched ^ 1 : searched)];
}

std::vector<int> ChannelSet::ring(int channel) const {
  const int searched = original_of(counts_, channel) % counts_.searched;
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(shape_.ranks()));
  for (int node = 0; node < shape_.nodes; ++node) {
    for (const int rank : ring_pattern(searched, node)) order.push_back(global(node, rank));
  }
  std::rotate(order.begin(), std::find(order.begin(), order.end(), 0), order.end());
  return order;
}

ChannelSet::TreeRoles ChannelSet::tree_roles(const Part& part, int searched) {
  const std::vector<int>& chain = part.chains[static_cast<std::size_t>(searched)];
  // Balanced: the second GPU takes one of the two child links; split: both of them.
  const int first = chain.front();
  const int second = chain.size() > 1 ? chain[1] : first;
  return {first,
          {part.tree_pattern == Pattern::Tree ? first : second,
           part.tree_pattern == Pattern::SplitTree ? second : first}};
}

TreeLinks ChannelSet::tree(int channel, int rank) const {
  const int original = original_of(counts_, channel);
  const int searched = original % counts_.searched;
  const int node = node_of(rank);

  const std::vector<int>& chain = part(node).chains[static_cast<std::size_t>(searched)];
  const auto here = std::find(chain.begin(), chain.end(), local(rank));
  TREERING_ASSERT(here != chain.end(), "every rank of a node is in each of its chains");
  TreeLinks links;
  if (here != chain.begin()) links.up = global(node, *(here - 1));
  if (here + 1 != chain.end()) links.down[0] = global(node, *(here + 1));

  const auto which = static_cast<std::size_t>(original / counts_.searched);
  const TreePlace place = double_binary_tree(shape_.nodes, node)[which];
  const TreeRoles roles = tree_roles(part(node), searched);
  if (local(rank) == roles.to_parent && place.parent >= 0) {
    const TreeRoles above = tree_roles(part(place.parent), searched);
    links.up = global(place.parent, above.to_child[static_cast<std::size_t>(place.slot)]);
  }
  for (std::size_t slot = 0; slot < 2; ++slot) {
    const int child = place.children[slot];
    if (local(rank) == roles.to_child[slot] && child >= 0) {
      add_child(links, global(child, tree_roles(part(child), searched).to_parent));
    }
  }
  return links;
}

TreeLinks ChannelSet::nvls_tree(int channel, int rank) const {
  const int node = node_of(rank);
  const std::vector<int>& heads = part(node).nvls_heads;
  const auto head = std::ranges::find(heads, local(rank)) - heads.begin();
  if (head == std::ssize(heads)) return {};
  const auto peer = [&](int other) {
    const std::vector<int>& theirs = part(other).nvls_heads;
    return head < std::ssize(theirs) ? global(other, theirs[static_cast<std::size_t>(head)]) : -1;
  };
  const auto which = static_cast<std::size_t>(channel % 2);
  const TreePlace place = double_binary_tree(shape_.nodes, node)[which];
  TreeLinks links;
  if (place.parent >= 0) links.up = peer(place.parent);
  for (const int child : place.children) {
    if (child >= 0 && peer(child) >= 0) add_child(links, peer(child));
  }
  return links;
}

}  // namespace treering::sim::nccl::communicator
