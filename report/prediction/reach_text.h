// How far the best is from what the wires allow, and what keeps it from being faster.
#pragma once

#include <string>

#include "sim/nccl/call/limit.h"
#include "sim/predict.h"
#include "tuner/advice/summary.h"

namespace treering::report::prediction {

/// "Tree/LL"; the collective's name where there is nothing to choose.
std::string pair_text(const sim::Prediction& row);

/// Of the best at the largest size, `last`. `limit` is what most of its time goes into by the model
/// that it comes from.
std::string reach_text(const tuner::advice::Reach& reach, const sim::nccl::call::Limit& limit,
                       const sim::Prediction& last);

}  // namespace treering::report::prediction
