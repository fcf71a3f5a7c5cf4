// Between what a call would take if all ranks started at once, by clocks that agree, and no call
// had been left out.
#pragma once

#include <vector>

#include "tuner/measure/record.h"
#include "tuner/stats/stopping.h"

namespace treering::tuner::measure {

/// By sample, in us; also of calls that were left out, evenly among the samples.
struct Bounds {
  std::vector<double> least;
  std::vector<double> most;
};

/// A sample runs from the last start: the call takes no less. It takes no more than from the first
/// start, which is the spread earlier. Either end may be off by what the clocks are, so the time by
/// twice that. Times stay above 0.
///
/// Calls whose ranks started too far apart may have been the fastest of all, or the slowest: they
/// count as the fastest sample among `least`, and as the slowest among `most`. So with a share q of
/// all calls left out, medians run from the quantile (1/2 - q) / (1 - q) of the samples to
/// (1/2) / (1 - q).
Bounds bounds_of(const Record& record);

/// By how much what is known reaches beyond the interval of the samples, as a share of the median.
double blur_of(const stats::Interval& known, const stats::Precision& samples);

}  // namespace treering::tuner::measure
