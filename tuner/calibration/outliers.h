// Rows that something else than the machine made: a hiccup, a slip of the pen.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

/// How far each row's residual, ln(measured / predicted), lies outside the range of those of the
/// four that are next to it in size in its series, so that neither a step nor a slope is far. 0 in
/// series of fewer than five rows: nobody knows which of a few is wrong.
std::vector<double> distances_to_neighbours(std::span<const Observation* const> rows,
                                            const std::vector<double>& residuals);

/// Those that are further than `most`; ascending.
std::vector<std::size_t> outliers(std::span<const Observation* const> rows,
                                  const std::vector<double>& residuals, double most);

}  // namespace treering::tuner::calibration
