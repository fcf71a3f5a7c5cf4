#include "tuner/stats/interval.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace treering::tuner::stats {

double error_of(const Interval& interval, double middle) {
  const double farther = std::max(interval.high - middle, middle - interval.low);
  if (farther == 0) return 0;
  if (middle == 0) return std::numeric_limits<double>::infinity();
  return farther / std::abs(middle);
}

}  // namespace treering::tuner::stats
