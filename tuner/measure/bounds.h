// Between what a call would take if all ranks started at once, by clocks that agree.
#pragma once

#include <vector>

#include "tuner/measure/record.h"

namespace treering::tuner::measure {

/// By sample, in us.
struct Bounds {
  std::vector<double> least;
  std::vector<double> most;
};

/// A sample runs from the last start: the call takes no less. It takes no more than from the first
/// start, which is the spread earlier. Either end may be off by what the clocks are, so the time by
/// twice that. Times stay above 0.
Bounds bounds_of(const Record& record);

}  // namespace treering::tuner::measure
