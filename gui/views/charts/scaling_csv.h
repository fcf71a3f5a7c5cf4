// The values of the chart over nodes as CSV: a row for what NCCL chooses, and one for the fastest.
#pragma once

#include <string>

#include "app/advice/scaling.h"

namespace treering::gui::views::charts {

std::string csv_of(const app::advice::ScalingReport& report);

}  // namespace treering::gui::views::charts
