// The rates that NCCL's model and the wires come to, in words.
#pragma once

#include <string>

#include "sim/nccl/call/choice.h"
#include "sim/predict.h"
#include "tuner/advice/summary.h"

namespace treering::report::prediction {

/// "Tree/LL"; the collective's name where there is nothing to choose.
std::string pair_text(const sim::Prediction& row);

/// "8 channels of 48 GB/s, x 0.92 (tree overhead)": the limit's steps up to the bus bandwidth.
std::string bandwidth_text(const sim::nccl::call::Limit& limit);

/// A remark where the model expects more than the wires carry, such as those of an oversubscribed
/// fabric; `last` is the best at the largest size. Empty where it does not.
std::string beyond_text(const tuner::advice::ShareOfBound& reach, const sim::Prediction& last);

}  // namespace treering::report::prediction
