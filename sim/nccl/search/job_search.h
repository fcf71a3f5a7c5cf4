// The results of NCCL's search, on one node and on all machines of a job.
#pragma once

#include <vector>

#include "core/topology/cluster.h"
#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::search {

// The channels of every pattern that NCCL finds on one node of a job, and the facts that tuning
// reads.

struct NodeSearch {
  NodeFacts facts;
  NodeGraphs graphs;  // of the GPUs that NCCL puts into one node with the first rank
  /// Graphs of the other parts, by first rank, where GPUs use the network even inside a machine
  /// (sim/nccl/paths/usable_paths.h): NCCL makes a node of each part.
  std::vector<NodeGraphs> other_parts;

  int parts() const { return 1 + static_cast<int>(other_parts.size()); }
  bool operator==(const NodeSearch&) const = default;
};

/// The ranks of a part in ascending order.
std::vector<int> ranks_of(const NodeGraphs& part);

/// \pre at least one GPU; every device of `job` exists; a NIC when job.nodes > 1
NodeSearch search_node(const core::Topology& topology, const job::JobSpec& job);

// What NCCL finds on all machines of a job, which may differ: one search for each class of equal
// machines, and what NCCL makes of them all once the ranks have exchanged their graphs.

struct JobSearch {
  std::vector<NodeSearch> classes;  // at least one; of each class as many ranks
  std::vector<int> class_of;        // by machine; empty: all are of the first class

  const NodeSearch& of(int machine) const {
    return classes[class_of.empty()
                       ? 0
                       : static_cast<std::size_t>(class_of[static_cast<std::size_t>(machine)])];
  }
  bool operator==(const JobSearch&) const = default;
};

/// What tuning reads: as the first rank sees its node, and of capabilities and CPUs what all have.
NodeFacts common_facts(const JobSearch& found);
/// The graphs that NCCL calculates with, which all nodes can provide: the fewest channels, the
/// lowest bandwidth, the farthest paths. Their order is that of the first rank.
NodeGraphs common_graphs(const JobSearch& found);
/// \pre machines > 0
Shape shape_of(const JobSearch& found, int machines);

/// Once for each class of nodes. \pre as for search_node, on each of them
JobSearch search_job(const core::Cluster& cluster, const job::JobSpec& job);

}  // namespace treering::sim::nccl::search
