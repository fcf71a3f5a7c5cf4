// Results over time: the order in which they were measured, and the drift of the sentinel.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tuner/measure/configuration.h"
#include "tuner/measure/record.h"
#include "tuner/stats/drift.h"

namespace treering::tuner::measure::over_time {

// In which order results were measured. The order of their lines does not say it: files are joined
// newest first, or as a shell sorts their names, `run10` before `run2`.

/// The places of `records`, by the time at which their workers started. Results of one start, and
/// of starts at one time, keep their order. A result without a time of its start counts as of the
/// start of the one before it.
std::vector<std::size_t> places_by_start(const std::vector<Record>& records);

// Whether equal calls, the turns of the sentinel, took longer and longer, or shorter and shorter.

/// How the sentinel changed over one start of the workers, or from start to start.
struct SentinelDrift {
  Configuration configuration;
  std::string start;  // empty: from start to start, the median of each
  std::size_t turns = 0;
  double least_us = 0;  // of its medians
  double most_us = 0;
  double duration = 0;    // from the first turn to the last, in turns
  stats::Drift drift;     // of its medians, by turn
  double adjusted_p = 1;  // for all that are returned together (stats/multiplicity.h)

  /// At 5 % for all of them.
  [[nodiscard]] bool is_drift() const { return adjusted_p <= 1 - stats::kLevel + 1e-12; }
};

/// Of each start in which the sentinel ran twice or more, and from start to start where it ran in
/// two or more. Other sentinels, and those under other conditions, are series of their own. Starts
/// are in the order of their times, turns in that of their numbers, whatever the order of
/// `records`.
std::vector<SentinelDrift> sentinel_drifts(const std::vector<Record>& records);

}  // namespace treering::tuner::measure::over_time
