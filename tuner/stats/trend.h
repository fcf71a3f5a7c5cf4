// Whether the samples of one launch still rise or fall, so that their median is that of no state
// that lasts: a machine that is not warm yet, or that grows hot.
//
// The series is cut into ten blocks in a row, and the trend test of Mann and Kendall (drift.h) asks
// the medians of these. Blocks are longer than what makes neighbours alike, once there are enough
// samples; before, what lasts a few samples passes for a trend, and more are taken. A fall that is
// small against the scatter of so few samples is not seen: bench_coverage prints how often.
#pragma once

#include <span>

namespace treering::tuner::stats {

struct Trend {
  double p = 1;       // of no trend, two-sided
  double change = 0;  // median of the last third over that of the first, less 1

  /// At 5 %: enough to measure on.
  [[nodiscard]] bool is_moving() const;
};

/// Of samples in time order. No trend of fewer than twenty. \pre finite, above 0
Trend trend_of(std::span<const double> samples);

}  // namespace treering::tuner::stats
