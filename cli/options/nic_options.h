// --nics, --nic-rate and NCCL_IB_HCA: which adapters a job has, and how fast they are.
#pragma once

#include <string>

#include "cli/options/arguments.h"
#include "cli/options/job_options.h"
#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::cli {

/// Leaves a node the adapters that --nics asks for, with the rate that --nic-rate gives them. What
/// that comes to, for people: "mlx5_0, mlx5_4 (2 of 8 NIC ports), 200 Gbit/s a port"; empty where
/// neither is given.
core::Result<std::string> take_nics(const Arguments& arguments, core::Topology& node);

/// Leaves the job's node the adapters that NCCL_IB_HCA leaves NCCL, with a note. Fails where
/// several nodes have none left.
core::Result<void> follow_adapter_list(JobOptions& options);

}  // namespace treering::cli
