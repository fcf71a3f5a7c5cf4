// What is asked of every call that is simulated, alone or over sizes.
#pragma once

#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/carried.h"
#include "core/data_type.h"
#include "sim/way.h"

namespace treering::app::simulation {

struct CallRequest {
  setup::JobRequest job;
  setup::TimeModelRequest time_model;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  sim::Way way;  // names in any case, an empty one as NCCL chooses; channels do not count
};

}  // namespace treering::app::simulation
