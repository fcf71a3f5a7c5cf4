// TOPOLOGY, --nodes, --gpus-per-node, --devices, --nics, --nccl, --env: the machines and the job on
// them.
#pragma once

#include <string>
#include <vector>

#include "cli/options/arguments.h"
#include "cli/options/environment_options.h"
#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "hw/formats/format.h"
#include "sim/job/job.h"

namespace treering::cli {

struct JobOptions {
  std::string source;              // TOPOLOGY as given
  core::Cluster cluster;           // node_count is the job's
  sim::job::Job job;               // nccl_version is one that we know, in full
  Variables variables;             // NCCL's, that job.settings follow
  std::string nics;                // the result of --nics and --nic-rate; empty without
  std::vector<std::string> notes;  // about the file and the variables
  core::HostState host;            // what the source tells beside the cluster
};

/// NCCL does not know of hosts without ranks: takes them out of the node. How many there were.
core::Result<int> leave_out_idle_hosts(core::Cluster& cluster, sim::job::Job& job);

/// The NCCL of a job whose options name none.
enum class UnnamedNccl {
  Default,
  OfSource  // that the source ran, where it tells one that is known
};

/// Lines of a heading: "# nics:     mlx5_0 (1 of 8 NIC ports), given by hand" and
/// "# settings: NCCL_ALGO=Ring"; empty where nothing is set.
std::string settings_lines(const JobOptions& options);

/// The same at the end of a line: ", with NCCL_ALGO=Ring, NICs by hand: mlx5_0 (1 of 8 NIC ports)".
std::string settings_suffix(const JobOptions& options);

/// Loads the topology and checks the job against it. The node has the adapters that NCCL uses.
core::Result<JobOptions> read_job(const Arguments& arguments,
                                  UnnamedNccl unnamed = UnnamedNccl::Default);

/// The same of what is loaded already, with all adapters of the node: what NCCL_IB_HCA leaves of
/// them stands in the settings.
core::Result<JobOptions> job_on(hw::formats::LoadedCluster loaded, const Arguments& arguments,
                                UnnamedNccl unnamed);

}  // namespace treering::cli
