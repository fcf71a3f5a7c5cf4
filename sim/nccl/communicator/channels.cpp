#include "sim/nccl/communicator/channels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/assert.h"
#include "sim/nccl/communicator/binary_tree.h"
#include "sim/nccl/communicator/channel_count.h"
#include "sim/nccl/communicator/communicator.h"

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

void add_child(core::TreeLinks& links, int rank) {
  const auto free = std::find(links.down.begin(), links.down.end(), -1);
  TREERING_ASSERT(free != links.down.end(), "a rank has at most three children");
  *free = rank;
}

}  // namespace

std::vector<int> heads_of(const ChannelGraph& graph, std::size_t channels) {
  std::vector<int> heads;
  for (std::size_t c = 0; c < std::min(channels, graph.channels.size()); ++c) {
    const int head = graph.channels[c].gpus.front();
    if (std::find(heads.begin(), heads.end(), head) == heads.end()) heads.push_back(head);
  }
  return heads;
}

ChannelSet::ChannelSet(const Library& library, const search::JobSearch& found, int machines)
    : shape_(search::shape_of(found, machines)), machine_ranks_(shape_.ranks() / machines) {
  const NodeFacts facts = search::common_facts(found);
  const NodeGraphs common = search::common_graphs(found);
  counts_ = count_channels(library, facts, common, shape_);
  nvls_count_ = count_nvls_channels(library, facts, common, shape_);
  uses_collnet_ = communicator::uses_collnet(library, facts, common, shape_);
  uses_collnet_direct_ =
      uses_collnet_ && shape_.most_ranks() <= library.version.channels.max_direct_ranks;
  const bool by_node = library.version.channels.alternates_by_node;
  for (const search::NodeSearch& machine : found.classes) {
    const auto add = [&](const NodeGraphs& graphs) {
      const int cross_nic = (by_node ? graphs : common).ring.cross_nic;
      classes_.back().push_back(part_of(graphs, common, cross_nic == kAlternating));
    };
    classes_.emplace_back();
    add(machine.graphs);
    std::ranges::for_each(machine.other_parts, add);
  }
  keep_as_many_heads();
  number_nodes(found.class_of);
}

ChannelSet::Part ChannelSet::part_of(const NodeGraphs& graphs, const NodeGraphs& common,
                                     bool alternates_rings) const {
  Part part;
  part.ranks = search::ranks_of(graphs);
  part.alternates_rings = alternates_rings && counts_.searched % 2 == 0;
  part.tree_pattern = graphs.tree.pattern;
  part.rings = orders_of(graphs.ring, counts_.searched);
  part.chains = orders_of(graphs.tree, counts_.searched);
  if (uses_nvls()) part.nvls_heads = heads_of(graphs.nvls, graphs.nvls.channels.size());
  if (uses_collnet_direct_) {
    part.collnet_direct_heads =
        heads_of(graphs.collnet_direct, common.collnet_direct.channels.size());
  }
  if (uses_collnet_) {
    part.collnet_chains = orders_of(graphs.collnet_chain, common.collnet_chain.channel_count());
  }
  return part;
}

/// NCCL v2.28.9-1, src/graph/connect.cc, ncclTopoPostset: minHeadNum.
void ChannelSet::keep_as_many_heads() {
  std::size_t fewest = SIZE_MAX;
  for (const Parts& parts : classes_) {
    for (const Part& part : parts) fewest = std::min(fewest, part.nvls_heads.size());
  }
  for (Parts& parts : classes_) {
    for (Part& part : parts) part.nvls_heads.resize(fewest);
  }
}

void ChannelSet::number_nodes(const std::vector<int>& class_of) {
  class_of_ = class_of;
  int first = 0;
  for (const int one : class_of) {
    first_nodes_.push_back(first);
    first += static_cast<int>(classes_[static_cast<std::size_t>(one)].size());
  }
}

const ChannelSet::Parts& ChannelSet::parts_of(int machine) const {
  if (class_of_.empty()) return classes_.front();
  return classes_[static_cast<std::size_t>(class_of_[static_cast<std::size_t>(machine)])];
}

int ChannelSet::first_node(int machine) const {
  return class_of_.empty() ? machine * static_cast<int>(classes_.front().size())
                           : first_nodes_[static_cast<std::size_t>(machine)];
}

int ChannelSet::machine_of_node(int node) const {
  if (class_of_.empty()) return node / static_cast<int>(classes_.front().size());
  const auto next = std::ranges::upper_bound(first_nodes_, node);
  return static_cast<int>(next - first_nodes_.begin()) - 1;
}

const ChannelSet::Part& ChannelSet::part(int node) const {
  const int machine = machine_of_node(node);
  return parts_of(machine)[static_cast<std::size_t>(node - first_node(machine))];
}

const std::vector<int>& ChannelSet::collnet_chain(int channel, int node) const {
  const auto& chains = part(node).collnet_chains;
  const int searched = original_of(counts_, channel) % counts_.searched;
  return chains[static_cast<std::size_t>(searched) % chains.size()];
}

bool ChannelSet::heads_match() const {
  return std::ranges::all_of(classes_, [&](const Parts& parts) {
    return parts.size() == 1 &&
           parts.front().collnet_direct_heads.size() == collnet_direct_heads().size();
  });
}

int ChannelSet::collnet_head_count() const {
  return static_cast<int>((uses_nvls() ? nvls_heads() : collnet_direct_heads()).size());
}

int ChannelSet::node_of(int rank) const {
  const auto holds = [&](const Part& one) {
    return std::ranges::binary_search(one.ranks, local(rank));
  };
  const int machine = rank / machine_ranks_;
  const Parts& parts = parts_of(machine);
  const auto part = std::ranges::find_if(parts, holds);
  TREERING_ASSERT(part != parts.end(), "every rank belongs to a node");
  return first_node(machine) + static_cast<int>(part - parts.begin());
}

const std::vector<int>& ChannelSet::ring_pattern(int searched, int node) const {
  const Part& own = part(node);
  const bool is_swapped = own.alternates_rings && node % 2 == 1;
  return own.rings[static_cast<std::size_t>(is_swapped ? searched ^ 1 : searched)];
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

int ChannelSet::next_in_ring(int channel, int rank) const {
  const int searched = original_of(counts_, channel) % counts_.searched;
  const int node = node_of(rank);
  const std::vector<int>& own = ring_pattern(searched, node);
  const auto here = std::ranges::find(own, local(rank));
  TREERING_ASSERT(here != own.end(), "every rank of a node is in each of its rings");
  if (here + 1 != own.end()) return global(node, *(here + 1));
  const int next = (node + 1) % shape_.nodes;
  return global(next, ring_pattern(searched, next).front());
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

core::TreeLinks ChannelSet::tree(int channel, int rank) const {
  const int original = original_of(counts_, channel);
  const int searched = original % counts_.searched;
  const int node = node_of(rank);

  const std::vector<int>& chain = part(node).chains[static_cast<std::size_t>(searched)];
  const auto here = std::find(chain.begin(), chain.end(), local(rank));
  TREERING_ASSERT(here != chain.end(), "every rank of a node is in each of its chains");
  core::TreeLinks links;
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

core::TreeLinks ChannelSet::nvls_tree(int channel, int rank) const {
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
  core::TreeLinks links;
  if (place.parent >= 0) links.up = peer(place.parent);
  for (const int child : place.children) {
    if (child >= 0 && peer(child) >= 0) add_child(links, peer(child));
  }
  return links;
}

}  // namespace treering::sim::nccl::communicator
