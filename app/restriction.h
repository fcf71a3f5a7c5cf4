// The effect of NCCL_ALGO and NCCL_PROTO on the choices of a prediction.
#pragma once

#include <optional>
#include <string>

#include "app/predict.h"
#include "app/setup/time_model.h"
#include "core/collective.h"

namespace treering::app {

/// The effect by the time model of the report's rows; nothing where the variables say nothing about
/// the collective.
std::optional<Restriction> restriction_of(const PredictReport& report, core::Collective collective,
                                          const setup::TimeModelOptions& options);

/// "NCCL fails every all_reduce: ...", a sentence; empty where NCCL does not fail its calls.
std::string refusal_of(const PredictReport& report, core::Collective collective);

}  // namespace treering::app
