#include "tuner/stats/dependent_samples.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/assert.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {

std::vector<double> launch_medians(std::span<const std::vector<double>> launches) {
  std::vector<double> medians;
  for (const std::vector<double>& samples : launches) {
    if (!samples.empty()) medians.push_back(median(samples));
  }
  return medians;
}

namespace {

// A sum over more than a quarter of the lags of a series is no estimate to be corrected by more
// than this.
constexpr double kLeastSeen = 0.5;

/// Of each sample: above the median 1, below it -1, on it 0.
std::vector<double> signs_of(std::span<const double> samples) {
  const double middle = median(samples);
  std::vector<double> signs;
  for (const double sample : samples) {
    signs.push_back(sample > middle ? 1 : (sample < middle ? -1 : 0));
  }
  return signs;
}

/// Sum of the products of values that are `lag` apart.
double products(const std::vector<double>& values, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = lag; i < values.size(); ++i) sum += values[i] * values[i - lag];
  return sum;
}

double autocorrelation_time(const std::vector<double>& signs) {
  const double variance = products(signs, 0);
  if (variance == 0) return 1;
  double time = -1;  // rho(0) = 1 is in the first pair, which counts twice
  double before = 2;
  std::size_t lag = 0;
  for (; lag + 1 < signs.size(); lag += 2) {
    const double pair = (products(signs, lag) + products(signs, lag + 1)) / variance;
    if (pair <= 0) break;
    before = std::min(before, pair);
    time += 2 * before;
  }
  const double seen = 1 - 2 * static_cast<double>(lag) / static_cast<double>(signs.size());
  return std::max(time / std::max(seen, kLeastSeen), 1.0);
}

}  // namespace

double effective_samples(std::span<const double> samples) {
  const auto count = static_cast<double>(samples.size());
  if (samples.size() < 2) return count;
  return std::max(1.0, count / autocorrelation_time(signs_of(samples)));
}

Interval dependent_median_interval(std::span<const double> samples, double level) {
  TREERING_ASSERT(!samples.empty(), "a median is one of some samples");
  const std::vector<double> ascending = sorted(samples);
  const auto effective = static_cast<std::size_t>(effective_samples(samples));
  const auto ranks = quantile_ranks(effective, 0.5, level);
  // All of m independent samples lie on one side of the median with probability 2 / 2^m.
  if (!ranks) {
    return {ascending.front(), ascending.back(), 1 - std::ldexp(2, -static_cast<int>(effective))};
  }
  const std::size_t low = ranks->low * (ascending.size() + 1) / (effective + 1);
  return {ascending[low - 1], ascending[ascending.size() - low], ranks->coverage};
}

}  // namespace treering::tuner::stats
