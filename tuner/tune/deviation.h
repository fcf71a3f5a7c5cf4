// How well a launch's samples know its median.
#pragma once

#include "tuner/measure/record.h"

namespace treering::tuner::tune {

/// Standard deviation of ln of the median, of a normal distribution that has the record's interval;
/// 0 where it has none.
double deviation_of(const measure::Record& record);

}  // namespace treering::tuner::tune
