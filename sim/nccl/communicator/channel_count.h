// How many channels NCCL makes from those that the search found within a node.
#pragma once

#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::communicator {

/// The number of ring and tree channels after each step from search to use.
struct ChannelCounts {
  int searched = 0;      // found by the search, the smaller of ring and tree
  int doubled = 0;       // one copy for each tree of the double binary tree
  int with_collnet = 0;  // more, if in-network reduction leaves the node's wires idle
  int widened = 0;       // wide nodes: again twice as many
  int limited = 0;       // limited to the most that settings allow
  int total = 0;         // copied up to the fewest that settings require
  bool operator==(const ChannelCounts&) const = default;
};

ChannelCounts count_channels(const Library& library, const NodeFacts& facts,
                             const NodeGraphs& graphs, Shape shape);

/// The doubled channel of which `channel` is a copy, or `channel` itself. \pre channel <
/// counts.total
int original_of(const ChannelCounts& counts, int channel);

/// Whether multicast is usable and a channel for it was found.
bool uses_nvls(const NodeFacts& facts, const NodeGraphs& graphs);

/// Channels of NVLS and NVLSTree; 0 where NVLS is not used.
int count_nvls_channels(const Library& library, const NodeFacts& facts, const NodeGraphs& graphs,
                        Shape shape);

/// The fewest nodes with which in-network reduction is used.
int collnet_min_nodes(const Library& library);

/// Whether in-network reduction is offered, there are enough nodes, and a channel for it was found.
bool uses_collnet(const Library& library, const NodeFacts& facts, const NodeGraphs& graphs,
                  Shape shape);

}  // namespace treering::sim::nccl::communicator
