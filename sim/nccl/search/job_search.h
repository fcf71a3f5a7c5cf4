// What NCCL finds on all machines of a job, which may differ: one search for each class of equal
// machines, and what NCCL makes of them all once the ranks have exchanged their graphs.
#pragma once

#include <vector>

#include "core/topology/cluster.h"
#include "sim/job/job.h"
#include "sim/nccl/search/node_search.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::search {

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
