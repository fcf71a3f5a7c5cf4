// The values of the chart's candidates as CSV, in columns of `treering predict --format csv`.
#pragma once

#include <string>

#include "app/predict.h"

namespace treering::gui::views::charts {

std::string csv_of(const app::PredictReport& report);

}  // namespace treering::gui::views::charts
