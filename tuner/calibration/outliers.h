// Finds rows that do not show the machine: a hiccup, a typing error.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

/// How far each row's residual, ln(measured / predicted), lies outside the range of its four
/// neighbours by size in its series, so that neither a step nor a slope counts. 0 in series of
/// fewer than five rows, which do not show which row is wrong.
std::vector<double> distances_to_neighbours(std::span<const Observation* const> rows,
                                            const std::vector<double>& residuals);

/// The numbers of rows further away than `most`, ascending.
std::vector<std::size_t> outliers(std::span<const Observation* const> rows,
                                  const std::vector<double>& residuals, double most);

}  // namespace treering::tuner::calibration
