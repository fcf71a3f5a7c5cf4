// How many channels NCCL makes of those that the search found within a node.
#pragma once

#include "sim/nccl/communicator/library.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::communicator {

/// Ring and tree channels, from search to use.
struct ChannelCounts {
  int searched = 0;      // the search's, the fewer of ring and tree
  int doubled = 0;       // one copy for each tree of the double binary tree
  int with_collnet = 0;  // more, where in-network reduction leaves the node's wires idle
  int widened = 0;       // wide nodes: again twice as many
  int limited = 0;       // cut off at the most that settings allow
  int total = 0;         // copied up to the least that settings ask for
  bool operator==(const ChannelCounts&) const = default;
};

ChannelCounts count_channels(const Library& library, const NodeFacts& facts,
                             const NodeGraphs& graphs, Shape shape);

/// The doubled channel that `channel` copies; itself when it is none. \pre channel < counts.total
int original_of(const ChannelCounts& counts, int channel);

/// Multicast is usable and a channel for it was found.
bool uses_nvls(const NodeFacts& facts, const NodeGraphs& graphs);

/// Channels of NVLS and NVLSTree; 0 where NVLS is not used.
int count_nvls_channels(const Library& library, const NodeFacts& facts, const NodeGraphs& graphs,
                        Shape shape);

/// The least nodes for which in-network reduction is used.
int collnet_min_nodes(const Library& library);

/// In-network reduction is offered, there are nodes enough, and a channel for it was found.
bool uses_collnet(const Library& library, const NodeFacts& facts, const NodeGraphs& graphs,
                  Shape shape);

}  // namespace treering::sim::nccl::communicator
