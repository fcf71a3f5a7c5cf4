// Whether NCCL's plan of a job is the one that a log shows.
#pragma once

#include "core/topology/cluster.h"
#include "hw/formats/logged_run.h"
#include "sim/nccl/plan.h"

namespace treering::app::setup {

/// Whether the log shows enough of its plan to know it again: rings or trees of two ranks or more.
bool shows_plan(const hw::formats::LoggedRun& run);

/// Whether GPUs of this compute capability, 90, may have made the log's connections: only some read
/// each other's memory.
bool may_read(const hw::formats::LoggedRun& run, int compute_capability);

/// Whether rings, trees, and the transports between ranks of a node are those of the log, as far
/// as it has them. \pre `plan` is that of a job on `cluster`
bool is_plan_of(const hw::formats::LoggedRun& run, const core::Cluster& cluster,
                const sim::nccl::Plan& plan);

}  // namespace treering::app::setup
