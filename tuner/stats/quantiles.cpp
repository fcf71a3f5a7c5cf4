#include "tuner/stats/quantiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/math/distributions/binomial.hpp>

#include "core/assert.h"

namespace treering::tuner::stats {

double error_of(const Interval& interval, double middle) {
  const double farther = std::max(interval.high - middle, middle - interval.low);
  if (farther == 0) return 0;
  if (middle == 0) return std::numeric_limits<double>::infinity();
  return farther / std::abs(middle);
}

namespace {

using Binomial = boost::math::binomial_distribution<double>;

}  // namespace

double probability_of_at_least(std::size_t count, std::size_t trials, double share) {
  if (count == 0) return 1;
  if (count > trials) return 0;
  const Binomial binomial(static_cast<double>(trials), share);
  return boost::math::cdf(boost::math::complement(binomial, static_cast<double>(count - 1)));
}

double probability_of_at_most(std::size_t count, std::size_t trials, double share) {
  if (count >= trials) return 1;
  const Binomial binomial(static_cast<double>(trials), share);
  return boost::math::cdf(binomial, static_cast<double>(count));
}

namespace {

// Ranks whose tails are exactly what the level leaves are not lost to rounding.
constexpr double kRounding = 1e-12;

/// The largest l with P(B <= l - 1) <= tail; 0 where there is none.
std::size_t low_rank(std::size_t count, double share, double tail) {
  std::size_t holds = 0;
  std::size_t beyond = count + 1;
  while (holds + 1 < beyond) {
    const std::size_t middle = holds + (beyond - holds) / 2;
    const bool is_low_enough = probability_of_at_most(middle - 1, count, share) <= tail;
    (is_low_enough ? holds : beyond) = middle;
  }
  return holds;
}

}  // namespace

std::vector<double> sorted(std::span<const double> samples) {
  std::vector<double> ascending(samples.begin(), samples.end());
  std::ranges::sort(ascending);
  return ascending;
}

double quantile(std::span<const double> samples, double share) {
  TREERING_ASSERT(!samples.empty(), "a quantile is one of some samples");
  TREERING_ASSERT(0 <= share && share <= 1, "the share of a quantile is between 0 and 1");
  const std::vector<double> ascending = sorted(samples);
  const double place = share * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  const double rest = place - static_cast<double>(below);
  return ascending[below] + rest * (ascending[above] - ascending[below]);
}

double median(std::span<const double> samples) {
  return quantile(samples, 0.5);
}

std::optional<Ranks> quantile_ranks(std::size_t count, double share, double level) {
  TREERING_ASSERT(0 < share && share < 1, "no interval of the ends of a distribution");
  TREERING_ASSERT(0 < level && level < 1, "a level is between 0 and 1");
  const double tail = (1 - level) / 2 + kRounding;
  const std::size_t low = low_rank(count, share, tail);
  // Seen from above, samples beyond the quantile have the share 1 - p.
  const std::size_t from_above = low_rank(count, 1 - share, tail);
  if (low == 0 || from_above == 0) return std::nullopt;
  const std::size_t high = count + 1 - from_above;
  return Ranks{low, high,
               1 - probability_of_at_most(low - 1, count, share) -
                   probability_of_at_least(high, count, share)};
}

std::optional<Interval> quantile_interval(std::span<const double> samples, double share,
                                          double level) {
  const auto ranks = quantile_ranks(samples.size(), share, level);
  if (!ranks) return std::nullopt;
  const std::vector<double> ascending = sorted(samples);
  return Interval{ascending[ranks->low - 1], ascending[ranks->high - 1], ranks->coverage};
}

std::optional<Interval> median_interval(std::span<const double> samples, double level) {
  return quantile_interval(samples, 0.5, level);
}

}  // namespace treering::tuner::stats
