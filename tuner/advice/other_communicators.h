// The communicators that a job may have beside the one that advice is for: groups for tensor,
// pipeline and data parallelism are parts of a node, whole nodes, and some GPUs of every node.
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
/// half of the GPUs of each node; and, where `plan` leaves GPUs out, one node and all nodes in
/// full: of these, each that has several ranks and differs from `plan` and those before in nodes or
/// ranks, the only things by which a tuner plugin can distinguish communicators. \pre `plan` is of
/// a job on `node`
std::vector<OtherCommunicator> other_communicators(const core::Topology& node,
                                                   const sim::nccl::Plan& plan);

}  // namespace treering::tuner::advice
