// A report for programs, and the points of its charts.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "app/overview/overview.h"

namespace treering::cli {

// The points of a report's charts as JSON objects.

nlohmann::ordered_json point_json(const app::overview::CurvePoint& point);
nlohmann::ordered_json point_json(const app::overview::BoundPoint& point);
nlohmann::ordered_json point_json(const app::overview::MeasuredPoint& point);

// A report for programs.

/// treering.report/1. The charts of a page take their figures from it.
std::string report_json(const app::overview::OverviewReport& report);

/// A line for each point of the charts.
std::string report_csv(const app::overview::OverviewReport& report);

}  // namespace treering::cli
