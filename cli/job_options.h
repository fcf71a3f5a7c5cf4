// TOPOLOGY, --nodes, --gpus-per-node, --devices, --nccl, --env: the machines and the job on them.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/environment_options.h"
#include "core/cluster.h"
#include "core/host_state.h"
#include "core/result.h"
#include "hw/formats/format.h"
#include "sim/job.h"

namespace treering::cli {

struct JobOptions {
  std::string source;              // TOPOLOGY as given
  core::Cluster cluster;           // node_count is the job's
  sim::Job job;                    // nccl_version is one that we know, in full
  Variables variables;             // NCCL's, that job.settings follow
  std::vector<std::string> notes;  // about the file and the variables
  core::HostState host;            // what the source tells beside the cluster
};

/// NCCL does not know of hosts without ranks: takes them out of the node. How many there were.
core::Result<int> leave_out_idle_hosts(core::Cluster& cluster, sim::Job& job);

/// The NCCL of a job whose options name none.
enum class UnnamedNccl {
  Default,
  OfSource  // that the source ran, where it tells one that is known
};

/// Loads the topology and checks the job against it.
core::Result<JobOptions> read_job(const Arguments& arguments,
                                  UnnamedNccl unnamed = UnnamedNccl::Default);

/// The same of what is loaded already.
core::Result<JobOptions> job_on(hw::LoadedCluster loaded, const Arguments& arguments,
                                UnnamedNccl unnamed);

}  // namespace treering::cli
