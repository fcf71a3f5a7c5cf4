#include "sim/estimates/estimate.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/assert.h"

namespace treering::sim::estimates {

std::string PartName::text() const {
  return number ? fmt::format(fmt::runtime(form), *number) : std::string(form);
}

std::string PartName::kind() const {
  constexpr std::string_view kNumber = "{} ";
  std::string kind(form);
  if (const auto at = kind.find(kNumber); at != std::string::npos) kind.erase(at, kNumber.size());
  return kind;
}

double spread_of(const Estimate& estimate) {
  TREERING_ASSERT(estimate.interval, "the estimate has an interval");
  return std::log(estimate.interval->high / estimate.interval->low) / (2 * kEightyPercent);
}

void set_spread(Estimate& estimate, double spread, const Ends& ends) {
  const core::Duration time = estimate.time;
  estimate.interval = {time / std::exp(ends.low * spread), time * std::exp(ends.high * spread)};
  estimate.latest = time * std::exp(ends.latest * spread);
}

Estimate as_sure_as(Estimate estimate, const Estimate& other) {
  TREERING_ASSERT(other.interval, "the other estimate has an interval");
  const double ratio = estimate.time / other.time;
  estimate.interval = {other.interval->low * ratio, other.interval->high * ratio};
  estimate.latest = other.latest * ratio;
  return estimate;
}

Estimate less_sure(Estimate estimate, double spread) {
  TREERING_ASSERT(estimate.interval, "the estimate has an interval");
  const core::Duration time = estimate.time;
  const auto width = [&](double ratio, double spreads) {
    return std::exp(std::hypot(std::log(ratio), spreads * spread));
  };
  estimate.interval = {time / width(time / estimate.interval->low, kEightyPercent),
                       time * width(estimate.interval->high / time, kEightyPercent)};
  estimate.latest = time * width(estimate.latest / time, kNinetyEightPercent);
  return estimate;
}

namespace {

double log_ratio(core::Duration one, core::Duration other) {
  return std::log(one / other);
}

}  // namespace

Ratio ratio_of(const Estimate& one, const Estimate& other) {
  TREERING_ASSERT(one.interval && other.interval, "both estimates have an interval");
  const double expected = one.time / other.time;
  const double down = std::hypot(log_ratio(one.time, one.interval->low),
                                 log_ratio(other.interval->high, other.time));
  const double up = std::hypot(log_ratio(one.interval->high, one.time),
                               log_ratio(other.time, other.interval->low));
  const double towards_one = (expected > 1 ? down : up) / kEightyPercent;
  const double chance =
      towards_one > 0 ? std::erfc(-std::log(expected) / (towards_one * std::sqrt(2.0))) / 2 : 1.0;
  return {expected, expected * std::exp(-down), expected * std::exp(up), chance};
}

Estimate spanning(Estimate estimate, const Estimate& other) {
  if (!estimate.interval) estimate.interval = {estimate.time, estimate.time};
  const Interval own = other.interval.value_or(Interval{other.time, other.time});
  estimate.interval->low = std::min(estimate.interval->low, own.low);
  estimate.interval->high = std::max(estimate.interval->high, own.high);
  estimate.latest = std::max({estimate.latest, other.latest, estimate.interval->high});
  return estimate;
}

Estimate raised(Estimate estimate, core::Duration floor) {
  if (estimate.time < floor) {
    estimate.shares.push_back({{"the wires"}, floor - estimate.time});
    estimate.time = floor;
  }
  if (estimate.interval) {
    estimate.interval->low = std::max(estimate.interval->low, floor);
    estimate.interval->high = std::max(estimate.interval->high, floor);
    estimate.latest = std::max(estimate.latest, floor);
  }
  return estimate;
}

}  // namespace treering::sim::estimates
