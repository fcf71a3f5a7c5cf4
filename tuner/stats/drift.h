// Series that rise or fall: the trend test of Mann and Kendall, alone and for the samples of a
// launch.
#pragma once

#include <optional>
#include <span>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {

// Whether a series drifts: the trend test of Mann and Kendall, and Sen's slope.
//
// S counts pairs in which the later value is larger, less those in which it is smaller (Mann,
// "Nonparametric tests against trend", Econometrica 13 (1945), 245-259; Kendall, "Rank correlation
// methods", 1975). Two-sided p value:
//   without ties, up to 60 values   exact, from the number of inversions of a random order:
//                                   P(n, d) = 1/n sum over j < n of P(n - 1, d - j)
//   else                            z = (|S| - 1) / sigma, 18 sigma^2 =
//                                   n (n - 1) (2n + 5) - sum of t (t - 1) (2t + 5),
//                                   over groups of t equal values
// The slope is the median of (x_j - x_i) / (t_j - t_i) over all pairs (Sen, "Estimates of the
// regression coefficient based on Kendall's tau", Journal of the American Statistical Association
// 63 (1968), 1379-1389). Its interval runs from the C-th smallest of these to the C-th largest,
// with the largest C for which fewer than C inversions are as rare as the level asks for.
//
// Neither supposes a distribution, or that the drift is straight. Both suppose that values are
// independent but for the drift.

struct Drift {
  double s = 0;  // pairs that rise, less those that fall
  double p = 1;  // of no drift, two-sided
  bool is_exact = false;
  double slope = 0;                        // value per time
  std::optional<Interval> slope_interval;  // none of fewer than five values at 95 %
  double change = 0;  // slope x the time from first to last, as a share of the median
};

/// Of values at those times. No drift of fewer than two. \pre as many times as values, ascending
/// and all different; finite; 0 < level < 1
Drift drift_of(std::span<const double> times, std::span<const double> values,
               double level = kLevel);

// Whether the samples of one launch still rise or fall, so that their median is that of no state
// that lasts: a machine that is not warm yet, or that grows hot.
//
// The series is cut into ten blocks in a row, and the trend test of Mann and Kendall (above) asks
// the medians of these. Blocks are longer than what makes neighbours alike, once there are enough
// samples; before, what lasts a few samples passes for a trend, and more are taken. A fall that is
// small against the scatter of so few samples is not seen: bench_coverage prints how often.

struct Trend {
  double p = 1;       // of no trend, two-sided
  double change = 0;  // median of the last third over that of the first, less 1

  /// At 5 %: enough to measure on.
  [[nodiscard]] bool is_moving() const;
};

/// Of samples in time order. No trend of fewer than twenty. \pre finite, above 0
Trend trend_of(std::span<const double> samples);

}  // namespace treering::tuner::stats
