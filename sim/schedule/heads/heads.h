// Schedules of nodes with heads, and the numbers of their agents.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "sim/schedule/chunks.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

// Schedules in which a node's data leave it through heads: GPUs that each carry a part of every
// loop. NVLS: an NVSwitch combines the data of a node's GPUs for a head, and copies the head's
// result to all. CollNet: a switch of the network combines the nodes' data.
//
// Agents after the ranks: the NVSwitches, one a node; then switches of the network, one a head.

/// Ranks of a head on other nodes that a rank is linked to; -1: none.
struct HeadLinks {
  int up = -1;
  std::vector<int> down;
  bool operator==(const HeadLinks&) const = default;
};

/// Nodes have equally many ranks: node m has ranks m g to m g + g - 1.
struct HeadsInput {
  Contract contract;
  int ranks_per_node = 1;
  std::vector<int> heads;         // local ranks, on the first node
  std::vector<ChannelWork> work;  // by channel
  std::uint64_t chunk_grain = 1;  // bytes, of the shorter chunks of the last loop
  int slots = 1;
  /// The tree between nodes, for NVLSTree; empty: a switch of the network combines the nodes' data.
  std::function<HeadLinks(int channel, int rank)> links = {};
  /// A head's local rank, where it depends on the node; empty: `heads` on all.
  std::function<int(int node, int head)> head_on = {};
};

/// all_reduce; where all ranks are heads also reduce_scatter and all_gather (not along `links`),
/// for which channels take turns over several nodes (rail_schedule.h).
bool nvls_serves(const HeadsInput& input);
/// \pre nvls_serves
std::unique_ptr<Schedule> nvls_schedule(HeadsInput input);

/// The same. Each GPU exchanges every head's part with that head directly.
bool collnet_direct_serves(const HeadsInput& input);
/// \pre collnet_direct_serves, several nodes
std::unique_ptr<Schedule> collnet_direct_schedule(HeadsInput input);

/// The local ranks of a node.
using ChainOf = std::function<std::vector<int>(int channel, int node)>;

/// all_reduce along a chain in each node, whose first GPU sends to the network. \pre several nodes;
/// the heads of `input` do not count
std::unique_ptr<Schedule> collnet_chain_schedule(HeadsInput input, ChainOf chain_of);

// The numbers of agents where nodes have heads: ranks; the NVSwitches, one a node; switches of the
// network, one a head.

struct HeadNumbers {
  int ranks = 1;
  int per_node = 1;
  int heads = 1;

  explicit HeadNumbers(const HeadsInput& input)
      : ranks(input.contract.ranks),
        per_node(input.ranks_per_node),
        heads(static_cast<int>(input.heads.size())) {}

  int nodes() const { return ranks / per_node; }
  int nvswitch(int node) const { return ranks + node; }
  int network_switch(int head) const { return ranks + nodes() + head; }
  int agents() const { return ranks + nodes() + heads; }
};

/// By its number.
inline int local_head(const HeadsInput& input, int node, int head) {
  return input.head_on ? input.head_on(node, head) : input.heads[static_cast<std::size_t>(head)];
}

}  // namespace treering::sim::schedule
