// The busbw below which a machine is faulty, and how likely that finds a loss (docs/floors.md).
//
// A good machine reaches b = b0 exp(-s T): b0 is expected, s is the spread of ln(b), and T an error
// of mean 0 with tails fatter than those of a normal distribution. The floor is the quantile that
// at most 2 % of good machines are below:
//   f = b0 exp(-k s),   k = kFloorSpreads
// A machine that has lost the share L reaches (1 - L) b, which is below f where
//   T > k + ln(1 - L) / s
// T is taken as k / q times Student's t with three degrees of freedom, q being the 98 % quantile of
// that: 2 % of good machines are below, whatever k is.
#pragma once

#include <span>

#include "core/units.h"
#include "sim/estimates/estimate.h"

namespace treering::tuner::floors {

/// How many spreads floors are below the expectation. A spread is such that 98 % of runs are no
/// slower than that. `treering validate --cross-validate` prints the share of good runs below
/// floors, and with how many spreads it would be 2 %.
inline constexpr double kFloorSpreads = sim::estimates::kNinetyEightPercent;

/// The share of good machines below the floor.
inline constexpr double kGoodBelow = 0.02;

/// The losses of which floors say how often they find them.
inline constexpr double kSmallLoss = 0.15;
inline constexpr double kLargeLoss = 0.35;

/// How far good runs on equal machines are apart: the standard deviation of ln(busbw), by size
/// class. Half of the published replicates differ by less than 3.9 % below 1 MiB, 6.6 % up to 64
/// MiB and 2.1 % above (`treering validate`, "replicates by each other"), which is 0.6745 sqrt(2)
/// deviations.
double run_spread(core::Bytes bytes);

/// The busbw that a good machine is expected to reach.
struct Expectation {
  core::Bandwidth busbw;
  double spread = 0;  // standard deviation of ln(busbw); above 0
  bool operator==(const Expectation&) const = default;
};

/// By a time and the one that 98 % of runs do not exceed. Good runs differ by run_spread(), however
/// sure the model is.
Expectation expectation(core::Bandwidth busbw, core::Duration time, core::Duration latest,
                        core::Bytes bytes);

/// The same, knowing what published runs on such machines reached: ln(published / expected there),
/// one value a cluster. Their median counts, for one of them may be odd. The error that all
/// machines of a kind have in common is that of the spread beyond what runs differ by.
Expectation beside_published(const Expectation& expected, std::span<const double> log_ratios,
                             double spread_of_runs);

core::Bandwidth floor_of(const Expectation& expected);

/// The share of machines below the floor that have lost `loss` (0.15 is 15 %) of what they should
/// reach; 0: of good ones. \pre 0 <= loss < 1
double share_caught(const Expectation& expected, core::Bandwidth floor, double loss);

}  // namespace treering::tuner::floors
