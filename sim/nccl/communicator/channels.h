// Rings and trees over all nodes: the per-node graphs joined node by node, doubled and padded to
// the final channel count. Only the pattern of each class of machines is stored, not every rank: a
// ring of 131,072 ranks costs nothing until its order is requested.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/tree_links.h"
#include "sim/nccl/communicator/channel_count.h"
#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/search/job_search.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::communicator {

/// The first GPU of each of the first so many channels, each named once.
std::vector<int> heads_of(const ChannelGraph& graph, std::size_t channels);

class ChannelSet {
 public:
  ChannelSet() = default;
  /// Channels over the machines that were searched. \param machines their number
  ChannelSet(const Library& library, const search::JobSearch& found, int machines);

  const ChannelCounts& counts() const { return counts_; }
  /// Ring and tree channels; NCCL's "coll channels".
  int count() const { return counts_.total; }
  /// Channels of NVLS and NVLSTree; 0 where NVLS is not used.
  int nvls_count() const { return nvls_count_; }
  bool uses_nvls() const { return nvls_count_ > 0; }
  bool uses_collnet() const { return uses_collnet_; }

  /// The local ranks, by head number, at which multicast traffic enters and leaves a node. Every
  /// node has as many.
  const std::vector<int>& nvls_heads(int node = 0) const { return part(node).nvls_heads; }
  /// The same for CollNetDirect; empty where NCCL does not set it up.
  const std::vector<int>& collnet_direct_heads(int node = 0) const {
    return part(node).collnet_direct_heads;
  }
  /// CollNetChain's order of local ranks on a node. \pre uses_collnet(), channel < count()
  const std::vector<int>& collnet_chain(int channel, int node) const;
  /// Whether each machine is one node, and all have as many heads.
  bool heads_match() const;
  /// The number of heads that exchange data with the reducing network: NVLS's heads where NVLS is
  /// used.
  int collnet_head_count() const;

  /// The node that NCCL puts a rank into; nodes are numbered by first rank.
  int node_of(int rank) const;
  /// The ranks of each machine, which may be several nodes.
  int machine_ranks() const { return machine_ranks_; }

  /// Ranks in ring order, starting with rank 0 as NCCL prints them. \pre channel < count()
  std::vector<int> ring(int channel) const;
  /// The rank that follows another there. \pre channel < count()
  int next_in_ring(int channel, int rank) const;
  /// \pre channel < count()
  core::TreeLinks tree(int channel, int rank) const;
  /// NVLSTree's links between the ranks of one head on different nodes: up, and down to other
  /// nodes. A rank that is not a head has none. \pre channel < nvls_count()
  core::TreeLinks nvls_tree(int channel, int rank) const;

  bool operator==(const ChannelSet&) const = default;

 private:
  /// The ranks of a node's chain that are linked to other nodes in the tree.
  struct TreeRoles {
    int to_parent = 0;
    std::array<int, 2> to_child{};
    bool operator==(const TreeRoles&) const = default;
  };

  /// A node as NCCL counts: a machine or a part of it. Ranks are those in the machine.
  struct Part {
    std::vector<int> ranks;
    bool alternates_rings = false;  // as an odd node it swaps neighbouring ring channels
    Pattern tree_pattern = Pattern::None;
    std::vector<std::vector<int>> rings;  // by searched channel
    std::vector<std::vector<int>> chains;
    std::vector<int> nvls_heads;
    std::vector<int> collnet_direct_heads;
    std::vector<std::vector<int>> collnet_chains;
    bool operator==(const Part&) const = default;
  };
  using Parts = std::vector<Part>;  // of a machine

  Part part_of(const NodeGraphs& graphs, const NodeGraphs& common, bool alternates_rings) const;
  void keep_as_many_heads();
  void number_nodes(const std::vector<int>& class_of);

  const Parts& parts_of(int machine) const;
  int first_node(int machine) const;
  int machine_of_node(int node) const;
  const Part& part(int node) const;
  const std::vector<int>& ring_pattern(int searched, int node) const;
  static TreeRoles tree_roles(const Part& part, int searched);
  int local(int rank) const { return rank % machine_ranks_; }
  int global(int node, int local_rank) const {
    return machine_of_node(node) * machine_ranks_ + local_rank;
  }

  Shape shape_;
  ChannelCounts counts_;
  int machine_ranks_ = 0;
  int nvls_count_ = 0;
  bool uses_collnet_ = false;
  bool uses_collnet_direct_ = false;
  std::vector<Parts> classes_;
  // By machine; empty where there is one class.
  std::vector<int> class_of_;
  std::vector<int> first_nodes_;
};

}  // namespace treering::sim::nccl::communicator
