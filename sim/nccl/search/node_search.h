// The channels of every pattern that NCCL finds on one node of a job, and the facts that tuning
// reads.
#pragma once

#include <vector>

#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::search {

struct NodeSearch {
  NodeFacts facts;
  NodeGraphs graphs;  // of the GPUs that NCCL puts into one node with the first rank
  /// Graphs of the other parts, by first rank, where GPUs use the network even inside a machine
  /// (domains.h): NCCL makes a node of each part.
  std::vector<NodeGraphs> other_parts;

  int parts() const { return 1 + static_cast<int>(other_parts.size()); }
  bool operator==(const NodeSearch&) const = default;
};

/// The ranks of a part in ascending order.
std::vector<int> ranks_of(const NodeGraphs& part);
/// The graphs that NCCL calculates with, which all parts can provide: the fewest channels, the
/// lowest bandwidth, the farthest paths.
NodeGraphs common_graphs(const NodeSearch& found);
/// The shape of `machines` machines like the one that was searched. \pre machines > 0
Shape shape_of(const NodeSearch& found, int machines);

/// \pre at least one GPU; every device of `job` exists; a NIC when job.nodes > 1
NodeSearch search_node(const core::Topology& topology, const job::Job& job);

}  // namespace treering::sim::nccl::search
