// What NCCL_ALGO and NCCL_PROTO do to the choices that `treering predict` shows.
#pragma once

#include <cstdint>
#include <string>

#include "cli/output/time_model.h"
#include "cli/predict/predict_report.h"

namespace treering::cli {

/// What the two variables cost calls of one collective by the time model of the report's rows. 1
/// where nothing.
Handicap handicap_of(const PredictReport& report, core::Collective collective,
                     const TimeModelOptions& time_model);

/// Whether they say anything about the collective.
bool is_restricted(const PredictReport& report, core::Collective collective);

/// A sentence for a collective whose calls NCCL fails; empty for others.
std::string refusal_text(const PredictReport& report, core::Collective collective);

/// What NCCL takes of what they leave it, and what that costs. `choice` goes on after "NCCL's own".
std::string restriction_text(const PredictReport& report, std::size_t index,
                             const std::string& choice);

}  // namespace treering::cli
