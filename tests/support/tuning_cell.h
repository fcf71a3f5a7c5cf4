// Short ways to one cell of a sample machine's tuning table.
#pragma once

#include "sim/nccl/plan.h"

namespace treering::testing {

inline sim::nccl::Plan plan_of(const sim::nccl::NodeSearch& found, int nodes) {
  return make_plan(sim::Job{.nodes = nodes, .devices = {}}, found);
}

inline sim::nccl::TuningCell cell_of(const sim::nccl::Plan& plan, core::Collective collective,
                                     sim::nccl::Algorithm algorithm, sim::nccl::Protocol protocol) {
  return plan.tuning.cell(collective, algorithm, protocol);
}

}  // namespace treering::testing
