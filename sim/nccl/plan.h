// Everything that NCCL fixes when it makes a communicator. The entry to the `nccl` model: topology
// + job -> Plan; Plan + call -> costs and choice (sim/nccl/call).
#pragma once

#include <optional>

#include "core/result.h"
#include "core/topology/cluster.h"
#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/search/job_search.h"
#include "sim/nccl/tuning/tuning.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl {

struct Plan {
  job::JobSpec job;
  Shape shape;
  NodeFacts facts;                    // of the first rank's node; capabilities and CPUs of all
  NodeGraphs graphs;                  // as the first rank found them
  NodeGraphs common;                  // what all nodes can provide; `graphs` if nodes are equal
  search::JobSearch machines;         // as all ranks found them
  communicator::ChannelSet channels;  // final rings and trees over all nodes
  tuning::TuningTable tuning;
};

/// Why `job` cannot have its devices on `node`: one is missing or given twice.
std::optional<core::Error> why_not_devices(const core::Topology& node, const job::JobSpec& job);

/// Why `job` cannot have its nodes: too many, or several and no port to join them. None where the
/// node has no GPU.
std::optional<core::Error> why_not_nodes(const core::Topology& node, const job::JobSpec& job);

/// Why `job` cannot run on `node`: no GPU, a missing device, several nodes without a NIC, a link
/// without a reverse link, an unknown NCCL version. Empty when it can.
std::optional<core::Error> why_not(const core::Topology& node, const job::JobSpec& job);

/// The same on nodes that differ; names those that cannot.
std::optional<core::Error> why_not(const core::Cluster& cluster, const job::JobSpec& job);

/// \pre !why_not(node, job)
Plan make_plan(const core::Topology& node, const job::JobSpec& job);

/// \pre !why_not(cluster, job)
Plan make_plan(const core::Cluster& cluster, const job::JobSpec& job);

/// The same from an earlier search. \pre the version of `job` is known
Plan make_plan(const job::JobSpec& job, const search::NodeSearch& found);
Plan make_plan(const job::JobSpec& job, search::JobSearch found);

/// Refers to `plan`.
communicator::CommunicatorView view_of(const Plan& plan);

}  // namespace treering::sim::nccl
