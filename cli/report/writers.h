// A report for programs.
#pragma once

#include <string>

#include "app/overview/overview.h"

namespace treering::cli {

/// treering.report/1. The charts of a page take their figures from it.
std::string report_json(const app::overview::OverviewReport& report);

/// A line for each point of the charts.
std::string report_csv(const app::overview::OverviewReport& report);

}  // namespace treering::cli
