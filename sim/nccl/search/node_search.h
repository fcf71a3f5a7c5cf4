// What NCCL finds on one node of a job: the channels of every pattern, and the facts that tuning
// reads.
#pragma once

#include <vector>

#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::search {

struct NodeSearch {
  NodeFacts facts;
  NodeGraphs graphs;  // of the GPUs that NCCL takes for one node with the first rank
  /// Of the others, where GPUs talk through the network even inside a machine (domains.h), by
  /// first rank. NCCL makes a node of each.
  std::vector<NodeGraphs> other_parts;

  int parts() const { return 1 + static_cast<int>(other_parts.size()); }
  bool operator==(const NodeSearch&) const = default;
};

/// The ranks of a part, rising.
std::vector<int> ranks_of(const NodeGraphs& part);
/// What all parts can do, which is what NCCL reckons with: the fewest channels, the least
/// bandwidth, the farthest paths.
NodeGraphs common_graphs(const NodeSearch& found);
/// `machines` of those searched. \pre machines > 0
Shape shape_of(const NodeSearch& found, int machines);

/// \pre at least one GPU; every device of `job` exists; a NIC when job.nodes > 1
NodeSearch search_node(const core::Topology& topology, const job::Job& job);

}  // namespace treering::sim::nccl::search
