// The plan that NCCL would make for a job, or the reason why it cannot run.
#pragma once

#include "cli/job_options.h"
#include "core/result.h"
#include "sim/nccl/plan.h"

namespace treering::cli {

core::Result<sim::nccl::Plan> make_plan(const JobOptions& options);

/// "4 nodes x 8 GPUs = 32 ranks", "1 node x 8 GPUs".
std::string shape_text(const sim::nccl::Shape& shape);

}  // namespace treering::cli
