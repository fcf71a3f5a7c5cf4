// The cells of a prediction's tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.h"
#include "sim/predict.h"

namespace treering::report::prediction {

inline constexpr std::string_view kUnknown = "-";

using Rows = std::vector<const sim::Prediction*>;

std::string time_or_dash(const std::optional<core::Duration>& time);

std::string bandwidth_or_dash(const std::optional<core::Bandwidth>& bandwidth);

/// "31.2..49": 80 % of runs should lie within.
std::string interval_or_dash(const sim::Prediction& row);

/// "Tree/LL"; a dash where there is nothing to choose.
std::string pair_or_dash(const sim::Prediction& row);

}  // namespace treering::report::prediction
