// The middle of some numbers, and others of their quantiles.
#pragma once

#include <vector>

namespace treering::tuner::calibration {

/// Linear between the order statistics; 0 of nothing. \pre 0 <= share <= 1
double quantile(std::vector<double> values, double share);

double median(std::vector<double> values);

}  // namespace treering::tuner::calibration
