#include "tuner/measure/bounds.h"

#include <algorithm>

namespace treering::tuner::measure {

Bounds bounds_of(const Record& record) {
  // What clocks that are off by more than the call leave of it: times are compared by their ratio.
  constexpr double kLeastShare = 1e-3;
  const double clocks = 2 * record.clock_error_us;
  const bool has_spreads = record.spread_us.size() == record.samples_us.size();
  Bounds bounds;
  for (std::size_t i = 0; i < record.samples_us.size(); ++i) {
    const double sample = record.samples_us[i];
    bounds.least.push_back(std::max(sample - clocks, kLeastShare * sample));
    bounds.most.push_back(sample + (has_spreads ? record.spread_us[i] : 0) + clocks);
  }
  return bounds;
}

}  // namespace treering::tuner::measure
