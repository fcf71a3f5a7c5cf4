// The first lines of `treering predict`: whose figures these are.
#pragma once

#include <string>
#include <string_view>

#include "cli/predict/predict_report.h"

namespace treering::cli {

/// Topology, job, fabric, settings and model; each line starts with '#'.
std::string predict_heading(const PredictReport& report);

/// What stands in a table for a figure that nobody knows.
inline constexpr std::string_view kUnknown = "-";

/// The times between which four of five runs are expected.
std::string interval_or_dash(const sim::Prediction& row);

}  // namespace treering::cli
