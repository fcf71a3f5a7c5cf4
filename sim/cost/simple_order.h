// The rates of NCCL's "simple order": where its channel search finds nothing, it puts the GPUs in
// the order of their numbers, all over one NET, and records 0.1 GB/s. That figure is a label; these
// are the rates of the paths that the data really takes.
#pragma once

#include "core/topology/topology.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/types.h"

namespace treering::sim::cost {

/// GB/s in one direction.
struct SimpleOrder {
  double per_gpu = 0;      // of the slowest path from a GPU to its neighbour; 0 with one GPU a node
  double per_network = 0;  // of the slower path between the ends of the row and their NET; 0: none
  nccl::PathType network_type = nccl::PathType::Loc;  // of the farther of these two
  bool operator==(const SimpleOrder&) const = default;
};

/// \pre `graph` is one of `plan`, a job on `node`, and is_fallback(graph)
SimpleOrder simple_order_of(const core::Topology& node, const nccl::Plan& plan,
                            const nccl::ChannelGraph& graph);

}  // namespace treering::sim::cost
