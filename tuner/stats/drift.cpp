#include "tuner/stats/drift.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include <boost/math/distributions/normal.hpp>

#include "core/assert.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {

namespace {

constexpr std::size_t kMostExact = 60;
constexpr double kRoundingOfInversions = 1e-12;

double pairs_of(double count) {
  return count * (count - 1) / 2;
}

/// Of a random order of `count` values: result[d] = P(inversions <= d).
std::vector<double> cumulative_inversions(std::size_t count) {
  std::vector<double> probabilities{1};
  for (std::size_t n = 2; n <= count; ++n) {
    std::vector<double> next(probabilities.size() + n - 1, 0);
    for (std::size_t d = 0; d < probabilities.size(); ++d) {
      for (std::size_t j = 0; j < n; ++j) next[d + j] += probabilities[d] / static_cast<double>(n);
    }
    probabilities = std::move(next);
  }
  std::partial_sum(probabilities.begin(), probabilities.end(), probabilities.begin());
  return probabilities;
}

/// 18 times what ties take from the variance of S.
double variance_of_ties(std::span<const double> values) {
  const std::vector<double> ascending = sorted(values);
  double sum = 0;
  for (auto at = ascending.begin(); at != ascending.end();) {
    const auto end = std::upper_bound(at, ascending.end(), *at);
    const auto ties = static_cast<double>(end - at);
    sum += ties * (ties - 1) * (2 * ties + 5);
    at = end;
  }
  return sum;
}

double deviation_of(double count, double ties) {
  return std::sqrt(std::max(0.0, (count * (count - 1) * (2 * count + 5) - ties) / 18));
}

double normal_p_of(double s, double deviation) {
  if (deviation == 0 || std::abs(s) <= 1) return 1;
  const boost::math::normal normal;
  return 2 * boost::math::cdf(boost::math::complement(normal, (std::abs(s) - 1) / deviation));
}

/// P value of S without ties: the rarer inversions and all rarer ones, twice.
double exact_p_of(double s, const std::vector<double>& cumulative) {
  const double fewer = (static_cast<double>(cumulative.size() - 1) - std::abs(s)) / 2;
  return std::min(1.0, 2 * cumulative[static_cast<std::size_t>(std::lround(fewer))]);
}

struct SlopeCut {
  std::size_t rank = 0;
  double tail = 0;
};

SlopeCut exact_slope_cut(const std::vector<double>& cumulative, double tail) {
  const auto beyond = std::ranges::upper_bound(cumulative, tail + kRoundingOfInversions);
  if (beyond == cumulative.begin()) return {};
  return {static_cast<std::size_t>(beyond - cumulative.begin()), *(beyond - 1)};
}

/// Inversions have the mean pairs / 2 and half the deviation of S.
SlopeCut normal_slope_cut(double count, double tail) {
  const boost::math::normal normal(pairs_of(count) / 2, deviation_of(count, 0) / 2);
  const double rank = std::floor(boost::math::quantile(normal, tail) + 0.5);
  if (rank < 1) return {};
  return {static_cast<std::size_t>(rank), boost::math::cdf(normal, rank - 0.5)};
}

struct Pairs {
  std::vector<double> slopes;  // ascending
  double rising = 0;           // less the falling ones
};

Pairs pairs_in(std::span<const double> times, std::span<const double> values) {
  Pairs pairs;
  for (std::size_t j = 1; j < values.size(); ++j) {
    TREERING_ASSERT(times[j - 1] < times[j], "the times of a drift ascend");
    for (std::size_t i = 0; i < j; ++i) {
      pairs.slopes.push_back((values[j] - values[i]) / (times[j] - times[i]));
      pairs.rising += values[j] > values[i] ? 1 : (values[j] < values[i] ? -1 : 0);
    }
  }
  std::ranges::sort(pairs.slopes);
  return pairs;
}

}  // namespace

Drift drift_of(std::span<const double> times, std::span<const double> values, double level) {
  TREERING_ASSERT(times.size() == values.size(), "each value of a drift has its time");
  TREERING_ASSERT(0 < level && level < 1, "a level of a drift is between 0 and 1");
  Drift found;
  if (values.size() < 2) return found;
  const auto count = static_cast<double>(values.size());
  const Pairs pairs = pairs_in(times, values);
  const double ties = variance_of_ties(values);
  const bool are_few = values.size() <= kMostExact;
  const std::vector<double> cumulative =
      are_few ? cumulative_inversions(values.size()) : std::vector<double>{};
  found.s = pairs.rising;
  found.is_exact = are_few && ties == 0;
  found.p = found.is_exact ? exact_p_of(found.s, cumulative)
                           : normal_p_of(found.s, deviation_of(count, ties));
  found.slope = median(pairs.slopes);
  const double tail = (1 - level) / 2;
  const SlopeCut cut = are_few ? exact_slope_cut(cumulative, tail) : normal_slope_cut(count, tail);
  if (cut.rank > 0) {
    found.slope_interval = Interval{pairs.slopes[cut.rank - 1],
                                    pairs.slopes[pairs.slopes.size() - cut.rank], 1 - 2 * cut.tail};
  }
  const double middle = std::abs(median(values));
  const double change = found.slope * (times.back() - times.front());
  found.change = change == 0 ? 0 : change / middle;
  return found;
}

namespace {

constexpr std::size_t kBlocks = 10;

/// Of blocks in a row, whose lengths differ by one at most.
std::vector<double> block_medians(std::span<const double> samples) {
  std::vector<double> medians;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const std::size_t first = block * samples.size() / kBlocks;
    const std::size_t end = (block + 1) * samples.size() / kBlocks;
    medians.push_back(median(samples.subspan(first, end - first)));
  }
  return medians;
}

}  // namespace

bool Trend::is_moving() const {
  return p <= 1 - kLevel;
}

Trend trend_of(std::span<const double> samples) {
  if (samples.size() < 2 * kBlocks) return {};
  const std::vector<double> medians = block_medians(samples);
  std::vector<double> times(medians.size());
  std::iota(times.begin(), times.end(), 0);
  const std::size_t third = samples.size() / 3;
  return {drift_of(times, medians).p,
          median(samples.last(third)) / median(samples.first(third)) - 1};
}

}  // namespace treering::tuner::stats
