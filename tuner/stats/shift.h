// How much larger one sample is than another: the Hodges-Lehmann shift, and the same as a ratio.
//
// The estimate is the median of all mn differences second - first (Hodges & Lehmann, "Estimates of
// location based on rank tests", Annals of Mathematical Statistics 34 (1963), 598-611). The
// interval runs from the C-th smallest difference to the C-th largest, where C is the largest
// number with P(U <= C - 1) <= (1 - level) / 2 (Lehmann, "Nonparametrics: Statistical methods based
// on ranks", 1975, chapter 2). It needs no distribution; it supposes that the second is
// the first moved by a constant, up to chance, and holds at least where values tie. U has the exact
// distribution for small samples, the normal one with the continuity correction else.
//
// The ratio is that of the logarithms: the second is the first times a constant. Under that it is
// also the ratio of the medians.
#pragma once

#include <optional>
#include <span>

#include "tuner/stats/interval.h"

namespace treering::tuner::stats {

struct Shift {
  double estimate = 0;
  std::optional<Interval> interval;  // none where the samples are too few: 4 and 4 reach 95 %
};

/// second - first. \pre both have samples, finite and independent; 0 < level < 1
Shift shift_between(std::span<const double> first, std::span<const double> second,
                    double level = kLevel);

/// second / first. \pre both have samples, positive, finite and independent; 0 < level < 1
Shift ratio_between(std::span<const double> first, std::span<const double> second,
                    double level = kLevel);

}  // namespace treering::tuner::stats
