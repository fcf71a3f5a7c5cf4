#include "tuner/tune/deviation.h"

#include <cmath>

#include <boost/math/distributions/normal.hpp>

namespace treering::tuner::tune {

double deviation_of(const measure::Record& record) {
  if (!record.low_us || !record.high_us || !record.coverage) return 0;
  if (*record.low_us <= 0 || *record.coverage <= 0 || *record.coverage >= 1) return 0;
  const double half_width =
      boost::math::quantile(boost::math::normal(), (1 + *record.coverage) / 2);
  return std::log(*record.high_us / *record.low_us) / (2 * half_width);
}

}  // namespace treering::tuner::tune
