// The measured rows of logs as series of the chart over sizes.
#pragma once

#include <string>
#include <vector>

#include "app/check.h"
#include "app/predict.h"
#include "report/charts/chart.h"

namespace treering::report::charts {

/// A series for each file, with a point for each row of the first collective of `times`; none where
/// the check is of another number of nodes or ranks.
std::vector<Series> measured_series(const app::CheckReport& check, const app::PredictReport& times,
                                    Quantity quantity);

/// "measured (run.log)".
std::string measured_name(const std::string& file);

/// Why rows of the logs are not in the chart, or what they were measured with that it is not of;
/// else empty.
std::string remark_on(const app::CheckReport& check, const app::PredictReport& times);

/// Whether the chart has a point of the row.
bool is_shown(const tuner::check::CheckedRow& row, const app::CheckReport& check,
              const app::PredictReport& times);

}  // namespace treering::report::charts
