// Observations, picked from a list and grouped.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

using Rows = std::vector<const Observation*>;

/// All of them, which must outlive the result.
Rows pointers_to(const std::vector<Observation>& observations);

/// Those with these numbers, in the order of the numbers.
Rows picked(std::span<const Observation* const> rows, const std::vector<std::size_t>& numbers);

/// Those of `all` that are not among `some`, in their order.
Rows without(std::span<const Observation* const> all, const Rows& some);

/// The numbers of each series' rows, by size; those of one size as they come.
std::map<std::string, std::vector<std::size_t>> series_of(std::span<const Observation* const> rows);

}  // namespace treering::tuner::calibration
