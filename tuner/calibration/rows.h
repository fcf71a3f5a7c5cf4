// Selects and groups observations.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

using Rows = std::vector<const Observation*>;

/// Pointers to all observations, which must outlive the result.
Rows pointers_to(const std::vector<Observation>& observations);

/// The rows with these numbers, in the order of the numbers.
Rows picked(std::span<const Observation* const> rows, const std::vector<std::size_t>& numbers);

/// The rows of `all` that are not in `some`, in order.
Rows without(std::span<const Observation* const> all, const Rows& some);

/// The numbers of each series' rows, by size; equal sizes keep their order.
std::map<std::string, std::vector<std::size_t>> series_of(std::span<const Observation* const> rows);

}  // namespace treering::tuner::calibration
