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
  return std::log(estimate.interval->high / estimate.time) / kEightyPercent;
}

void set_spread(Estimate& estimate, double spread) {
  const double width = std::exp(kEightyPercent * spread);
  estimate.interval = {estimate.time / width, estimate.time * width};
}

Estimate spanning(Estimate estimate, const Estimate& other) {
  if (!estimate.interval) estimate.interval = {estimate.time, estimate.time};
  const Interval own = other.interval.value_or(Interval{other.time, other.time});
  estimate.interval->low = std::min(estimate.interval->low, own.low);
  estimate.interval->high = std::max(estimate.interval->high, own.high);
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
  }
  return estimate;
}

}  // namespace treering::sim::estimates
