// The values of the chart over sizes as CSV: those of its candidates in columns of `treering
// predict
// --format csv`; those that were measured below them, with `predicted_us` and `log` as further
// columns.
#pragma once

#include <string>

#include "app/check.h"
#include "app/predict.h"

namespace treering::gui::views::charts {

/// \param check of logs; null: there are none
std::string csv_of(const app::PredictReport& times, const app::CheckReport* check = nullptr);

}  // namespace treering::gui::views::charts
