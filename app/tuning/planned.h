// The machine and job of a tuning as NCCL plans them, and what the cost model needs of them.
#pragma once

#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/tuning/tune.h"
#include "core/result.h"

namespace treering::app::tuning {

struct Planned {
  setup::Setup job;
  setup::TimeModelOptions options;
  sim::nccl::Plan plan;
};

/// \pre the request has a job
core::Result<Planned> planned(const TuneRequest& request);

}  // namespace treering::app::tuning
