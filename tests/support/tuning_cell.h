// Short ways to one cell of a sample machine's tuning table.
#pragma once

#include "sim/nccl/plan.h"

namespace treering::testing {

inline sim::nccl::Plan plan_of(const sim::nccl::search::NodeSearch& found, int nodes) {
  return sim::nccl::make_plan(sim::job::JobSpec{.nodes = nodes, .devices = {}}, found);
}

inline sim::nccl::tuning::TuningCell cell_of(const sim::nccl::Plan& plan,
                                             core::Collective collective,
                                             sim::nccl::Algorithm algorithm,
                                             sim::nccl::Protocol protocol) {
  return plan.tuning.cell(collective, algorithm, protocol);
}

}  // namespace treering::testing
