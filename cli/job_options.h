// TOPOLOGY, --nodes, --gpus-per-node, --devices, --nccl: the machines and the job on them.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"
#include "core/cluster.h"
#include "core/result.h"
#include "sim/job.h"

namespace treering::cli {

struct JobOptions {
  core::Cluster cluster;           // node_count is the job's
  sim::Job job;                    // nccl_version is one that we know, in full
  std::vector<std::string> notes;  // about the file
};

/// Loads the topology and checks the job against it.
core::Result<JobOptions> read_job(const Arguments& arguments);

}  // namespace treering::cli
