#include "tuner/floors/floor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "sim/cost/cost_model.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::floors {
namespace {

/// Student's t with three degrees of freedom: the share above `t`.
double share_above(double t) {
  const double x = t / std::numbers::sqrt3;
  return 0.5 - (x / (1 + x * x) + std::atan(x)) / std::numbers::pi;
}

// share_above(kStudentQuantile) is kGoodBelow.
constexpr double kStudentQuantile = 3.4819;

double square(double x) {
  return x * x;
}

/// What runs on equal machines differ by, or these do, where that is more.
double run_variance(std::span<const double> log_ratios, double middle, double spread_of_runs) {
  double sum = 0;
  for (const double one : log_ratios) sum += square(one - middle);
  const double seen = log_ratios.size() > 1 ? sum / static_cast<double>(log_ratios.size() - 1) : 0;
  return std::max(square(spread_of_runs), seen);
}

}  // namespace

double run_spread(core::Bytes bytes) {
  constexpr std::array<double, sim::cost::kSizeClasses> kSpreads{0.041, 0.069, 0.022};
  return kSpreads.at(sim::cost::size_class_of(static_cast<double>(bytes.count())));
}

Expectation expectation(core::Bandwidth busbw, core::Duration time, core::Duration latest,
                        core::Bytes bytes) {
  const double spread = std::log(latest / time) / kFloorSpreads;
  return {busbw, std::max(spread, run_spread(bytes))};
}

Expectation beside_published(const Expectation& expected, std::span<const double> log_ratios,
                             double spread_of_runs) {
  if (log_ratios.empty()) return expected;
  const double middle = stats::median(log_ratios);
  const double of_runs = run_variance(log_ratios, middle, spread_of_runs);
  const double of_kind = square(expected.spread) - of_runs;
  if (of_kind <= 0) return expected;
  const double weight = static_cast<double>(log_ratios.size()) / of_runs;
  const double left = 1 / (1 / of_kind + weight);
  return {expected.busbw * std::exp(left * weight * middle), std::sqrt(left + of_runs)};
}

core::Bandwidth floor_of(const Expectation& expected) {
  return expected.busbw * std::exp(-kFloorSpreads * expected.spread);
}

double share_caught(const Expectation& expected, core::Bandwidth floor, double loss) {
  const double distance = std::log(expected.busbw * (1 - loss) / floor) / expected.spread;
  return share_above(distance * kStudentQuantile / kFloorSpreads);
}

}  // namespace treering::tuner::floors
