// The machine and job of a tuning as NCCL plans them, and what the cost model needs of them.
#pragma once

#include <string_view>

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

/// By the NCCL that the request names, else the one that ran: `library` is "NCCL 2.28.3".
/// \pre the request has a job
core::Result<Planned> planned(const TuneRequest& request, std::string_view library);

}  // namespace treering::app::tuning
