// A confidence interval, and what it is worth.
#pragma once

namespace treering::tuner::stats {

/// The level of an interval where nobody asks for another.
inline constexpr double kLevel = 0.95;

struct Interval {
  double low = 0;
  double high = 0;
  double coverage = 0;  // probability that such an interval contains the true value, at least

  bool contains(double value) const { return low <= value && value <= high; }

  bool operator==(const Interval&) const = default;
};

/// From a value in its middle to the farther end, as a share of that value.
double error_of(const Interval& interval, double middle);

}  // namespace treering::tuner::stats
