// In which order results were measured. The order of their lines does not say it: files are joined
// newest first, or as a shell sorts their names, `run10` before `run2`.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/measure/record.h"

namespace treering::tuner::measure::over_time {

/// The places of `records`, by the time at which their workers started. Results of one start, and
/// of starts at one time, keep their order. A result without a time of its start counts as of the
/// start of the one before it.
std::vector<std::size_t> places_by_start(const std::vector<Record>& records);

}  // namespace treering::tuner::measure::over_time
