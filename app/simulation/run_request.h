// What is asked of every simulated run, whatever runs.
#pragma once

#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/faults.h"
#include "app/simulation/patience.h"
#include "app/simulation/way.h"
#include "core/collective.h"
#include "core/data_type.h"

namespace treering::app::simulation {

struct RunRequest {
  setup::JobRequest job;
  setup::TimeModelRequest time_model;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
  Wish way;
  FaultsRequest faults;
  bool is_exact = false;     // every message one by one
  bool is_recorded = false;  // the report has the timeline
  Announce announce;         // gets sentences for who waits
};

}  // namespace treering::app::simulation
