#include "tuner/measure/bounds.h"

#include <algorithm>
#include <cstddef>

namespace treering::tuner::measure {
namespace {

/// With so many more of one value, evenly among the others.
std::vector<double> with_more(const std::vector<double>& times, std::size_t more, double value) {
  std::vector<double> all;
  all.reserve(times.size() + more);
  std::size_t added = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    for (; added < (i + 1) * more / times.size(); ++added) all.push_back(value);
    all.push_back(times[i]);
  }
  return all;
}

}  // namespace

double blur_of(const stats::Interval& known, const stats::Precision& samples) {
  const stats::Interval& interval = samples.interval;
  return std::max(known.high - interval.high, interval.low - known.low) / samples.median;
}

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
  if (record.late <= 0 || record.samples_us.empty()) return bounds;
  const auto late = static_cast<std::size_t>(record.late);
  bounds.least = with_more(bounds.least, late, std::ranges::min(bounds.least));
  bounds.most = with_more(bounds.most, late, std::ranges::max(bounds.most));
  return bounds;
}

}  // namespace treering::tuner::measure
