#include "tuner/tune/noise.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>

#include <boost/math/distributions/normal.hpp>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::tune {

double deviation_of(const measure::Record& record) {
  if (!record.low_us || !record.high_us || !record.coverage) return 0;
  if (*record.low_us <= 0 || *record.coverage <= 0 || *record.coverage >= 1) return 0;
  const double half_width =
      boost::math::quantile(boost::math::normal(), (1 + *record.coverage) / 2);
  return std::log(*record.high_us / *record.low_us) / (2 * half_width);
}

namespace {

double squared(double x) {
  return x * x;
}

/// What all sizes have in common is worth as much as so many repeats of one.
constexpr double kWeightOfAll = 4;

double weight_of(const Shot& shot, double between) {
  return 1 / std::max(kLeastVariance, between + shot.variance);
}

double sum_of_weights(const std::vector<Shot>& launches, double between) {
  double sum = 0;
  for (const Shot& one : launches) sum += weight_of(one, between);
  return sum;
}

double weighted_mean(const std::vector<Shot>& launches, double between) {
  double sum = 0;
  for (const Shot& one : launches) sum += weight_of(one, between) * one.value;
  return sum / sum_of_weights(launches, between);
}

/// Half of the weight lies on either side; the middle of two between which it does.
double weighted_median(std::vector<Shot> launches, double between) {
  std::ranges::sort(launches, {}, &Shot::value);
  const double half = sum_of_weights(launches, between) / 2;
  double below = 0;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    below += weight_of(launches[i], between);
    constexpr double kRounding = 1e-9;
    if (below > half * (1 + kRounding)) return launches[i].value;
    if (below > half * (1 - kRounding)) return (launches[i].value + launches[i + 1].value) / 2;
  }
  return launches.back().value;
}

/// Squares over variances.
double standardised_squares(const std::vector<Shot>& launches, double between) {
  const double mean = weighted_mean(launches, between);
  double sum = 0;
  for (const Shot& one : launches) sum += weight_of(one, between) * squared(one.value - mean);
  return sum;
}

/// Of all values but for their mean, which nobody knows (restricted likelihood: Patterson &
/// Thompson, "Recovery of inter-block information when block sizes are unequal", Biometrika 58
/// (1971), 545-554).
double log_likelihood_of(const std::vector<Shot>& launches, double between) {
  double log = -std::log(sum_of_weights(launches, between)) / 2;
  for (const Shot& one : launches) log += std::log(weight_of(one, between)) / 2;
  return log - standardised_squares(launches, between) / 2;
}

}  // namespace

ByCell by_cell(const Grid& grid, const std::vector<Observation>& observations) {
  ByCell result;
  for (const Observation& one : observations) {
    result[one.cell].push_back({std::log(one.us), squared(one.sd)});
  }
  const std::vector<double> usual = sample_variances(grid, result);
  for (auto& [cell, shots] : result) {
    const double least = usual[grid.cell_at(cell).size];
    for (Shot& one : shots) one.variance = std::max(one.variance, least);
  }
  return result;
}

Shot middle_of(const std::vector<Shot>& launches, double between) {
  const double of_mean = 1 / sum_of_weights(launches, between);
  if (launches.size() <= 2) return {weighted_mean(launches, between), of_mean};
  return {weighted_median(launches, between), std::numbers::pi / 2 * of_mean};
}

Repeats::Repeats(const Grid& grid, const ByCell& launches) : of_size_(grid.sizes.size()) {
  for (const auto& [cell, shots] : launches) {
    if (shots.size() < 2) continue;
    of_size_[grid.cell_at(cell).size].push_back(shots);
    freedom_ += static_cast<double>(shots.size()) - 1;
  }
}

double Repeats::variance() const {
  const auto excess = [&](double between) {
    double sum = -freedom_;
    for (const Cells& cells : of_size_) {
      for (const auto& launches : cells) sum += standardised_squares(launches, between);
    }
    return sum;
  };
  if (freedom_ <= 0 || excess(0) <= 0) return 0;
  double low = 0;
  double high = 1;  // launches that lie a factor of e apart
  while (excess(high) > 0) high *= 2;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  return high;
}

Spread Repeats::of_size(std::size_t size, double between) const {
  Spread spread;
  for (const auto& launches : of_size_[size]) {
    spread.squares += between * standardised_squares(launches, between);
    spread.freedom += static_cast<double>(launches.size()) - 1;
  }
  return spread;
}

std::vector<double> Repeats::variances(const Grid& grid, double sd) const {
  std::vector<double> by_size;
  for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
    by_size.push_back(of_size(size, squared(sd)).variance(squared(sd), kWeightOfAll));
  }
  std::vector<double> result(grid.cells());
  for (std::size_t cell = 0; cell < result.size(); ++cell) {
    result[cell] = by_size[grid.cell_at(cell).size];
  }
  return result;
}

double Repeats::log_likelihood(double sd) const {
  double sum = 0;
  for (const Cells& cells : of_size_) {
    for (const auto& launches : cells) sum += log_likelihood_of(launches, squared(sd));
  }
  return sum;
}

std::vector<double> sample_variances(const Grid& grid, const ByCell& launches) {
  std::vector<std::vector<double>> by_size(grid.sizes.size());
  std::vector<double> all;
  for (const auto& [cell, shots] : launches) {
    std::vector<double>& of_size = by_size[grid.cell_at(cell).size];
    std::ranges::transform(shots, std::back_inserter(of_size), &Shot::variance);
    std::ranges::transform(shots, std::back_inserter(all), &Shot::variance);
  }
  std::vector<double> result;
  for (const auto& of_size : by_size) {
    const auto& known = of_size.empty() ? all : of_size;
    result.push_back(known.empty() ? 0 : stats::median(known));
  }
  return result;
}

}  // namespace treering::tuner::tune
