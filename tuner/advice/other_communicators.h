// Other communicators that a job may have: groups for tensor, pipeline and data parallelism are
// parts of a node, whole nodes, or some GPUs of every node.
#pragma once

#include <string>
#include <vector>

#include "core/topology/topology.h"
#include "sim/nccl/plan.h"

namespace treering::tuner::advice {

struct OtherCommunicator {
  std::string name;  // "1 node x 2 GPUs"
  sim::nccl::Plan plan;
};

/// Two GPUs and half of the GPUs of one node, one node, two nodes, half of the nodes; one, two and
/// half of the GPUs of each node; where `plan` leaves GPUs out, also one node and all nodes in
/// full. Only those with several ranks that differ from `plan` and the earlier ones in nodes or
/// ranks, by which alone a tuner plugin distinguishes communicators. \pre `plan` is of a job on
/// `node`
std::vector<OtherCommunicator> other_communicators(const core::Topology& node,
                                                   const sim::nccl::Plan& plan);

}  // namespace treering::tuner::advice
