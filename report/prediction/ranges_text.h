// The sizes of a prediction in ranges without holes: what to take from where to where.
#pragma once

#include <cstddef>
#include <string>

#include "app/predict.h"
#include "core/call.h"

namespace treering::report::prediction {

/// A table in lines that start with '#': for each range what to take, its channels, busbw and what
/// a port carries at both ends, NCCL's own choice where that is another, and the gain. Empty where
/// there is no advice, or one size.
std::string ranges_text(const app::PredictReport& report, core::Collective collective,
                        std::size_t width);

}  // namespace treering::report::prediction
