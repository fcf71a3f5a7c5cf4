// The plan that NCCL would make for a job, or the reason why it cannot run.
#pragma once

#include "cli/job_options.h"
#include "core/result.h"
#include "sim/nccl/plan.h"

namespace treering::cli {

core::Result<sim::nccl::Plan> make_plan(const JobOptions& options);

/// "4 nodes x 8 GPUs = 32 ranks"; where NCCL counts otherwise: "1 node x 3 GPUs = 3 ranks (2 nodes
/// to NCCL)".
std::string shape_text(const sim::nccl::Shape& shape, int machines);

}  // namespace treering::cli
