// What NCCL finds on one node of a job: the channels of every pattern, and the facts that tuning
// reads.
#pragma once

#include "core/topology.h"
#include "sim/job.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl {

struct NodeSearch {
  NodeFacts facts;
  NodeGraphs graphs;
  /// Nodes that NCCL makes of one machine: above 1 where GPUs talk through the network even inside.
  int domains_per_node = 1;
  bool operator==(const NodeSearch&) const = default;
};

/// \pre at least one GPU; every device of `job` exists; a NIC when job.nodes > 1
NodeSearch search_node(const core::Topology& topology, const Job& job);

}  // namespace treering::sim::nccl
