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

/// \pre at least one GPU; every device of `job` exists; a NIC when job.nodes > 1
NodeSearch search_node(const core::Topology& topology, const job::JobSpec& job);

}  // namespace treering::sim::nccl::search
