// The functions that answer for the models, each in the file of its name.
#pragma once

#include <optional>

#include "sim/models/time_model.h"

namespace treering::sim::models {

/// Nothing without a choice: NCCL does not say how long messages between pairs take.
std::optional<Estimate> nccl_estimate(const TimeModel& model, const nccl::Plan& plan,
                                      const core::Call& call, const Choice* choice);

/// Nothing where the parameters do not say what channels carry, and the call has another number of
/// them than NCCL would give it. \pre the model has its `cost`, made for the plan
std::optional<Estimate> cost_estimate(const TimeModel& model, const nccl::Plan& plan,
                                      const core::Call& call, const Choice* choice);

/// Nothing without the `links` of the machine, and where messages between pairs are too many to be
/// simulated for a table. \pre as cost_estimate
std::optional<Estimate> event_estimate(const TimeModel& model, const nccl::Plan& plan,
                                       const core::Call& call, const Choice* choice);

}  // namespace treering::sim::models
