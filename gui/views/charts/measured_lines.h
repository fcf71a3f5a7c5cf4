// The measured rows of logs as lines of the chart of times.
#pragma once

#include <QString>
#include <vector>

#include "app/check.h"
#include "app/predict.h"
#include "gui/views/charts/chart_lines.h"

namespace treering::gui::views::charts {

/// A line for each file. Only rows of the collective that is shown; none where the check is of
/// another number of nodes or ranks.
std::vector<ChartLine> measured_lines(const app::CheckReport& check,
                                      const app::PredictReport& times);

/// Why rows of the logs are not in the chart, or what they were measured with that it is not of;
/// else empty.
QString remark_on(const app::CheckReport& check, const app::PredictReport& times);

/// Of a point of such a line: measured / predicted, "1.05".
QString ratio_text(const LinePoint& point);
/// Of a point of such a line: measured, predicted, and their ratio.
QString measured_words(const ChartLine& line, const LinePoint& point);

}  // namespace treering::gui::views::charts
