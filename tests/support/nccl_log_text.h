// Logs as NCCL writes them, of machines of ours.
#pragma once

#include <string>

#include "core/topology/topology.h"
#include "sim/job/job.h"

namespace treering::testing {

/// The system tree of `topology` in `job`, as NCCL 2.28 prints it (src/graph/topo.cc), each line
/// behind `prefix`.
std::string system_tree_text(const core::Topology& topology, const sim::job::JobSpec& job,
                             const std::string& prefix);

/// What the first rank of each node's GPUs prints: version, ranks and the tree.
std::string nccl_log_text(const core::Topology& topology, const sim::job::JobSpec& job);

}  // namespace treering::testing
