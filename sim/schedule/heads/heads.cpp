#include "sim/schedule/heads/heads.h"

#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "sim/schedule/heads/rail_schedule.h"
#include "sim/schedule/tree.h"

namespace treering::sim::schedule {
namespace {

std::vector<int> in_sequence(int first, int count) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) numbers[static_cast<std::size_t>(i)] = first + i;
  return numbers;
}

/// A tree for each channel and head, head by head.
std::vector<TreeWork> work_by_head(const HeadsInput& input) {
  const auto heads = static_cast<int>(input.heads.size());
  const bool has_blocks = input.contract.goal != Goal::AllReduce;
  std::vector<TreeWork> all;
  for (std::size_t channel = 0; channel < input.work.size(); ++channel) {
    for (int head = 0; head < heads; ++head) {
      TreeWork one{static_cast<int>(channel), input.work[channel], head, heads, input.chunk_grain};
      if (has_blocks) {
        const int owner = input.heads[static_cast<std::size_t>(head)];
        one.work.begin += static_cast<std::uint64_t>(owner) * input.contract.block_bytes;
        one.part = 0;
        one.parts = 1;
      }
      all.push_back(one);
    }
  }
  return all;
}

/// By channel: the first whose heads are linked as its own.
std::vector<int> channels_alike(const HeadsInput& input) {
  const HeadNumbers numbers(input);
  std::vector<int> like;
  std::vector<std::vector<HeadLinks>> known;  // by channel; of the first ones
  for (int channel = 0; channel < static_cast<int>(input.work.size()); ++channel) {
    std::vector<HeadLinks>& links = known.emplace_back();
    for (int node = 0; input.links && node < numbers.nodes(); ++node) {
      for (int head = 0; head < numbers.heads; ++head) {
        const int rank = node * numbers.per_node + local_head(input, node, head);
        links.push_back(input.links(channel, rank));
      }
    }
    like.push_back(static_cast<int>(std::ranges::find(known, links) - known.begin()));
    if (like.back() < channel) links.clear();
  }
  return like;
}

/// By tree: the first with the same members, which are those of a head in one of channels that are
/// alike.
std::vector<int> trees_alike(const HeadsInput& input) {
  const auto heads = static_cast<int>(input.heads.size());
  std::vector<int> like;
  for (const int channel : channels_alike(input)) {
    for (int head = 0; head < heads; ++head) like.push_back(channel * heads + head);
  }
  return like;
}

TreesInput trees_of(const HeadsInput& input, int members) {
  return {input.contract, HeadNumbers(input).agents(), members, {}, work_by_head(input), {},
          input.slots,    trees_alike(input)};
}

/// Members of a tree of NVLS: ranks that give and get, then NVSwitches, then each node's head, then
/// the network's switch.
class NvlsMembers {
 public:
  explicit NvlsMembers(HeadsInput input) : input_(std::move(input)), numbers_(input_) {}

  int count() const { return first_head() + numbers_.nodes() + 1; }

  Member operator()(int tree, int number) const {
    if (number < numbers_.ranks) return rank_member(number, switch_of(number), {});
    if (number < first_head()) return nvswitch(number - numbers_.ranks);
    if (number < count() - 1) return head(tree, number - first_head());
    return network_switch(tree);
  }

 private:
  int first_head() const { return numbers_.ranks + numbers_.nodes(); }
  int switch_of(int rank) const { return numbers_.ranks + rank / numbers_.per_node; }
  int head_of(int rank) const { return first_head() + rank / numbers_.per_node; }
  bool has_network_switch() const { return numbers_.nodes() > 1 && !input_.links; }

  Member nvswitch(int node) const {
    return {numbers_.nvswitch(node), first_head() + node,
            in_sequence(node * numbers_.per_node, numbers_.per_node), false, false};
  }

  /// A head passes on what others give. It keeps its own block only: an all_reduce's result comes
  /// from the switch, as for the other ranks.
  Member head(int tree, int node) const {
    const int number = tree % numbers_.heads;
    const int rank = node * numbers_.per_node + local_head(input_, node, number);
    const bool owns = input_.contract.goal != Goal::AllReduce;
    Member member{rank, -1, {numbers_.ranks + node}, owns && !combines(input_.contract.goal), owns};
    if (has_network_switch()) member.up = count() - 1;
    if (!input_.links) return member;
    const HeadLinks links = input_.links(tree / numbers_.heads, rank);
    if (links.up >= 0) member.up = head_of(links.up);
    for (const int below : links.down) member.down.push_back(head_of(below));
    return member;
  }

  Member network_switch(int tree) const {
    Member member{numbers_.network_switch(tree % numbers_.heads), -1, {}, false, false};
    if (has_network_switch()) member.down = in_sequence(first_head(), numbers_.nodes());
    return member;
  }

  HeadsInput input_;
  HeadNumbers numbers_;
};

/// Members of a tree of CollNetDirect: ranks, then the network's switch.
Member direct_member(const HeadsInput& input, int tree, int number) {
  const HeadNumbers numbers(input);
  const int head = tree % numbers.heads;
  const auto head_at = [&](int node) {
    return node * numbers.per_node + local_head(input, node, head);
  };
  if (number == numbers.ranks) {
    Member network{numbers.network_switch(head), -1, {}, false, false};
    for (int node = 0; node < numbers.nodes(); ++node) network.down.push_back(head_at(node));
    return network;
  }
  const int node = number / numbers.per_node;
  if (number != head_at(node)) return rank_member(number, head_at(node), {});
  std::vector<int> others = in_sequence(node * numbers.per_node, numbers.per_node);
  std::erase(others, number);
  return rank_member(number, numbers.ranks, std::move(others));
}

/// The same of CollNetChain. \param chain_on a node
Member chain_member(const HeadNumbers& numbers,
                    const std::function<std::vector<int>(int)>& chain_on, int number) {
  if (number == numbers.ranks) {
    Member root{numbers.network_switch(0), -1, {}, false, false};
    for (int node = 0; node < numbers.nodes(); ++node) {
      root.down.push_back(node * numbers.per_node + chain_on(node).front());
    }
    return root;
  }
  const int node = number / numbers.per_node;
  const int first = node * numbers.per_node;
  const std::vector<int> chain = chain_on(node);
  const auto place = std::ranges::find(chain, number - first);
  const int up = place == chain.begin() ? numbers.ranks : first + *std::prev(place);
  const bool is_last = std::next(place) == chain.end();
  return rank_member(number, up, {is_last ? -1 : first + *std::next(place)});
}

}  // namespace

bool nvls_serves(const HeadsInput& input) {
  return input.contract.goal == Goal::AllReduce || rails_serve(input);
}

std::unique_ptr<Schedule> nvls_schedule(HeadsInput input) {
  TREERING_ASSERT(nvls_serves(input), "NVLS serves the collective");
  const bool is_one_node = input.contract.ranks == input.ranks_per_node;
  if (!is_one_node && input.contract.goal != Goal::AllReduce) {
    return rail_schedule(std::move(input), InsideNode::Multicast);
  }
  TreesInput trees = trees_of(input, 0);
  const NvlsMembers members(std::move(input));
  trees.members = members.count();
  trees.member = members;
  return trees_schedule(std::move(trees));
}

bool collnet_direct_serves(const HeadsInput& input) {
  return input.contract.goal == Goal::AllReduce || rails_serve(input);
}

std::unique_ptr<Schedule> collnet_direct_schedule(HeadsInput input) {
  TREERING_ASSERT(collnet_direct_serves(input), "CollNetDirect serves the collective");
  if (input.contract.goal != Goal::AllReduce) {
    return rail_schedule(std::move(input), InsideNode::Direct);
  }
  TreesInput trees = trees_of(input, input.contract.ranks + 1);
  trees.member = [input = std::move(input)](int tree, int number) {
    return direct_member(input, tree, number);
  };
  return trees_schedule(std::move(trees));
}

std::unique_ptr<Schedule> collnet_chain_schedule(HeadsInput input, ChainOf chain_of) {
  TREERING_ASSERT(input.contract.goal == Goal::AllReduce, "CollNet serves all_reduce");
  input.heads = {0};
  TreesInput trees = trees_of(input, input.contract.ranks + 1);
  trees.like.clear();  // each channel may have chains of its own
  const HeadNumbers numbers(input);
  trees.member = [numbers, chain_of = std::move(chain_of)](int tree, int number) {
    return chain_member(
        numbers, [&](int node) { return chain_of(tree, node); }, number);
  };
  return trees_schedule(std::move(trees));
}

}  // namespace treering::sim::schedule
