// The chart of a prediction's first collective over sizes: every candidate, NCCL's own choice and
// the limits, with what was measured; where the fastest changes, and what NCCL takes.
#pragma once

#include "app/check.h"
#include "app/predict.h"
#include "report/charts/chart.h"

namespace treering::report::charts {

/// Empty for one rank, and where there are no calls.
/// \param check of logs; null: there are none
Chart over_sizes(const app::PredictReport& times, const app::CheckReport* check, Quantity quantity);

/// The size of a question.
Mark asked_mark(core::Bytes size);

}  // namespace treering::report::charts
