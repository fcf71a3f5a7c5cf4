// What is asked of every call that is simulated, alone or over sizes.
#pragma once

#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/way.h"
#include "core/data_type.h"

namespace treering::app::simulation {

struct CallRequest {
  setup::JobRequest job;
  setup::TimeModelRequest time_model;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  Wish way;
};

}  // namespace treering::app::simulation
