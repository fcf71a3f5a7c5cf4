// The values of the chart's candidates as CSV, in columns of `treering predict --format csv`; those
// that were measured below them, with `predicted_us` and `log` as further columns.
#pragma once

#include <string>
#include <vector>

#include "app/predict.h"
#include "gui/views/charts/chart_lines.h"

namespace treering::gui::views::charts {

/// \param lines those that were measured are written
std::string csv_of(const app::PredictReport& report, const std::vector<ChartLine>& lines = {});

}  // namespace treering::gui::views::charts
