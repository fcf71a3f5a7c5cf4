// Rings and trees over all nodes: the per-node graphs joined node by node, doubled and padded to
// the final channel count. Stored per node pattern, not per rank: a ring of 131,072 ranks costs
// nothing until somebody asks for its order.
#pragma once

#include <array>
#include <vector>

#include "sim/nccl/channel_count.h"
#include "sim/nccl/types.h"
#include "sim/nccl/version.h"

namespace treering::sim::nccl {

/// One rank's place in a tree of one channel; -1 = none.
struct TreeLinks {
  int up = -1;
  std::array<int, 3> down{-1, -1, -1};  // the node's next rank first, then other nodes
  bool operator==(const TreeLinks&) const = default;
};

class ChannelSet {
 public:
  ChannelSet() = default;
  ChannelSet(const Version& version, const NodeFacts& facts, const NodeGraphs& graphs, Shape shape);

  const ChannelCounts& counts() const { return counts_; }
  /// Ring and tree channels; NCCL's "coll channels".
  int count() const { return counts_.total; }
  /// Channels of NVLS and NVLSTree; 0 where NVLS is not used.
  int nvls_count() const { return nvls_count_; }
  bool uses_nvls() const { return nvls_count_ > 0; }
  bool uses_collnet() const { return uses_collnet_; }

  /// Local ranks at which a node's multicast traffic enters and leaves it; by head number.
  const std::vector<int>& nvls_heads() const { return nvls_heads_; }
  /// The same for CollNetDirect; empty where NCCL does not set it up.
  const std::vector<int>& collnet_direct_heads() const { return collnet_direct_heads_; }
  /// Those that talk to the network's reduction: NVLS's heads where NVLS is used.
  int collnet_head_count() const;

  /// Ranks in ring order, starting with rank 0 as NCCL prints it. \pre channel < count()
  std::vector<int> ring(int channel) const;
  /// \pre channel < count()
  TreeLinks tree(int channel, int rank) const;
  /// NVLSTree between the nodes' ranks of one head: up, and down to other nodes. No links in a
  /// rank that is no head. \pre channel < nvls_count()
  TreeLinks nvls_tree(int channel, int rank) const;

  bool operator==(const ChannelSet&) const = default;

 private:
  /// The ranks of a node's chain that talk to other nodes' trees.
  struct TreeRoles {
    int to_parent = 0;
    std::array<int, 2> to_child{};
    bool operator==(const TreeRoles&) const = default;
  };

  const std::vector<int>& ring_pattern(int searched, int node) const;
  TreeRoles tree_roles(int searched) const;
  int global(int node, int local) const { return node * shape_.ranks_per_node + local; }

  Shape shape_;
  ChannelCounts counts_;
  bool alternates_rings_ = false;  // odd nodes swap neighbouring ring channels
  Pattern tree_pattern_ = Pattern::None;
  std::vector<std::vector<int>> rings_;  // local ranks, by searched channel
  std::vector<std::vector<int>> chains_;
  int nvls_count_ = 0;
  bool uses_collnet_ = false;
  std::vector<int> nvls_heads_;
  std::vector<int> collnet_direct_heads_;
};

}  // namespace treering::sim::nccl
