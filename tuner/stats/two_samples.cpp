#include "tuner/stats/two_samples.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include <boost/math/distributions/normal.hpp>

#include "core/assert.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {

namespace {

constexpr std::size_t kMostWork = 2000;

/// The largest sum of `chosen` ranks.
std::size_t largest_sum(std::span<const std::size_t> ranks, std::size_t chosen) {
  std::vector<std::size_t> descending(ranks.begin(), ranks.end());
  std::ranges::sort(descending, std::greater<>());
  return std::accumulate(descending.begin(),
                         descending.begin() + static_cast<std::ptrdiff_t>(chosen), std::size_t{0});
}

}  // namespace

bool has_exact_rank_sums(std::size_t count, std::size_t other_count) {
  const std::size_t fewer = std::min(count, other_count);
  return fewer <= kMostWork && std::max(count, other_count) <= kMostWork &&
         fewer * (count + other_count) <= kMostWork;
}

std::vector<double> rank_sum_probabilities(std::span<const std::size_t> doubled_ranks,
                                           std::size_t chosen) {
  TREERING_ASSERT(chosen <= doubled_ranks.size(), "no more ranks are chosen than there are");
  const std::size_t sums = largest_sum(doubled_ranks, chosen) + 1;
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(sums, 0));
  ways[0][0] = 1;
  for (const std::size_t rank : doubled_ranks) {
    for (std::size_t k = chosen; k > 0; --k) {
      for (std::size_t sum = rank; sum < sums; ++sum) ways[k][sum] += ways[k - 1][sum - rank];
    }
  }
  std::vector<double>& probabilities = ways[chosen];
  const double all = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  for (double& probability : probabilities) probability /= all;
  return probabilities;
}

std::vector<double> cumulative_u(std::size_t count, std::size_t other_count) {
  std::vector<std::size_t> ranks(count + other_count);
  // Neither doubled nor from 1 on: 0, 1, 2 ... sum to U plus the least sum.
  std::iota(ranks.begin(), ranks.end(), std::size_t{0});
  const std::size_t chosen = std::min(count, other_count);
  const std::vector<double> probabilities = rank_sum_probabilities(ranks, chosen);
  const std::size_t least = chosen * (chosen - (chosen > 0 ? 1 : 0)) / 2;
  std::vector<double> cumulative(count * other_count + 1);
  std::partial_sum(probabilities.begin() + static_cast<std::ptrdiff_t>(least), probabilities.end(),
                   cumulative.begin());
  return cumulative;
}

namespace {

/// Of both samples together.
struct Ranked {
  std::vector<std::size_t> doubled_ranks;  // ascending, mid-ranks of ties
  std::size_t doubled_sum = 0;             // of the second sample
  double tie_cubes = 0;                    // sum of t^3 - t
};

std::size_t count_of(const std::vector<double>& ascending, double value) {
  const auto [begin, end] = std::ranges::equal_range(ascending, value);
  return static_cast<std::size_t>(end - begin);
}

Ranked ranked(std::span<const double> first, std::span<const double> second) {
  std::vector<double> both(first.begin(), first.end());
  both.insert(both.end(), second.begin(), second.end());
  std::ranges::sort(both);
  const std::vector<double> own = sorted(second);
  Ranked found;
  for (std::size_t begin = 0; begin < both.size();) {
    const std::size_t ties = count_of(both, both[begin]);
    // Ranks begin + 1 to begin + ties: twice their mean.
    const std::size_t doubled = 2 * begin + ties + 1;
    found.doubled_ranks.insert(found.doubled_ranks.end(), ties, doubled);
    found.doubled_sum += doubled * count_of(own, both[begin]);
    const auto t = static_cast<double>(ties);
    found.tie_cubes += t * t * t - t;
    begin += ties;
  }
  return found;
}

double exact_p(const Ranked& both, std::size_t first_count, std::size_t second_count) {
  const std::size_t chosen = std::min(first_count, second_count);
  const std::size_t all =
      std::accumulate(both.doubled_ranks.begin(), both.doubled_ranks.end(), std::size_t{0});
  const std::size_t sum = chosen == second_count ? both.doubled_sum : all - both.doubled_sum;
  const std::vector<double> probabilities = rank_sum_probabilities(both.doubled_ranks, chosen);
  const auto at = probabilities.begin() + static_cast<std::ptrdiff_t>(sum);
  const double below = std::accumulate(probabilities.begin(), at, 0.0);
  const double above = std::accumulate(at + 1, probabilities.end(), 0.0);
  return std::min(1.0, 2 * (std::min(below, above) + *at));
}

double normal_p(const Ranked& both, double u, double m, double n) {
  const double all = m + n;
  const double variance = m * n / 12 * (all + 1 - both.tie_cubes / (all * (all - 1)));
  const double distance = std::abs(u - m * n / 2) - 0.5;
  if (variance <= 0 || distance <= 0) return 1;
  const boost::math::normal normal;
  return 2 * boost::math::cdf(boost::math::complement(normal, distance / std::sqrt(variance)));
}

}  // namespace

RankSum rank_sum(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) return {};
  const auto m = static_cast<double>(first.size());
  const auto n = static_cast<double>(second.size());
  const Ranked both = ranked(first, second);
  RankSum found;
  found.u = static_cast<double>(both.doubled_sum) / 2 - n * (n + 1) / 2;
  found.superiority = found.u / (m * n);
  found.is_exact = has_exact_rank_sums(first.size(), second.size());
  found.p =
      found.is_exact ? exact_p(both, first.size(), second.size()) : normal_p(both, found.u, m, n);
  return found;
}

double least_rank_sum_p(std::size_t first_count, std::size_t second_count) {
  const auto all = static_cast<double>(first_count + second_count);
  const auto chosen = static_cast<double>(std::min(first_count, second_count));
  // (N choose k) by logarithms: it exceeds a double from some thousand samples on.
  const double log_ways =
      std::lgamma(all + 1) - std::lgamma(chosen + 1) - std::lgamma(all - chosen + 1);
  return std::min(1.0, 2 * std::exp(-log_ways));
}

namespace {

constexpr double kRoundingOfTail = 1e-12;
constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;

/// Whole numbers in the order of the doubles.
std::uint64_t place_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double value_at(std::uint64_t place) {
  return std::bit_cast<double>((place & kSign) != 0 ? place & ~kSign : ~place);
}

/// All differences second - first, without writing them down: both samples ascend.
class Differences {
 public:
  Differences(std::vector<double> first, std::vector<double> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  std::size_t size() const { return first_.size() * second_.size(); }

  /// The k-th smallest: the least number that k differences do not exceed, by bisection over the
  /// doubles. O(m + n) for each of 64 steps.
  double smallest(std::size_t k) const {
    std::uint64_t low = place_of(second_.front() - first_.back());
    std::uint64_t high = place_of(second_.back() - first_.front());
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (at_most(value_at(middle)) >= k) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return value_at(low);
  }

  double middle() const { return (smallest((size() + 1) / 2) + smallest(size() / 2 + 1)) / 2; }

 private:
  std::size_t at_most(double limit) const {
    std::size_t pairs = 0;
    std::size_t reach = 0;
    for (const double from : first_) {
      while (reach < second_.size() && second_[reach] - from <= limit) ++reach;
      pairs += reach;
    }
    return pairs;
  }

  std::vector<double> first_;
  std::vector<double> second_;
};

struct Cut {
  std::size_t rank = 0;  // C
  double tail = 0;       // P(U <= C - 1)
};

std::optional<Cut> exact_cut(std::size_t m, std::size_t n, double tail) {
  const std::vector<double> cumulative = cumulative_u(m, n);
  const auto beyond = std::ranges::upper_bound(cumulative, tail + kRoundingOfTail);
  const auto rank = static_cast<std::size_t>(beyond - cumulative.begin());
  if (rank == 0) return std::nullopt;
  return Cut{rank, cumulative[rank - 1]};
}

std::optional<Cut> normal_cut(std::size_t m, std::size_t n, double tail) {
  const double pairs = static_cast<double>(m) * static_cast<double>(n);
  const double deviation = std::sqrt(pairs * static_cast<double>(m + n + 1) / 12);
  const boost::math::normal normal(pairs / 2, deviation);
  // P(U <= C - 1) is that of the normal distribution up to C - 1/2.
  const double rank = std::floor(boost::math::quantile(normal, tail) + 0.5);
  if (rank < 1) return std::nullopt;
  return Cut{static_cast<std::size_t>(rank), boost::math::cdf(normal, rank - 0.5)};
}

}  // namespace

Shift shift_between(std::span<const double> first, std::span<const double> second, double level) {
  TREERING_ASSERT(!first.empty() && !second.empty(), "a shift is between samples");
  TREERING_ASSERT(0 < level && level < 1, "a level of a shift is between 0 and 1");
  const Differences differences(sorted(first), sorted(second));
  Shift found{differences.middle(), std::nullopt};
  const double tail = (1 - level) / 2;
  const auto cut = has_exact_rank_sums(first.size(), second.size())
                       ? exact_cut(first.size(), second.size(), tail)
                       : normal_cut(first.size(), second.size(), tail);
  if (cut) {
    found.interval =
        Interval{differences.smallest(cut->rank),
                 differences.smallest(differences.size() + 1 - cut->rank), 1 - 2 * cut->tail};
  }
  return found;
}

Shift ratio_between(std::span<const double> first, std::span<const double> second, double level) {
  const auto logarithms = [](std::span<const double> samples) {
    std::vector<double> logs;
    for (const double sample : samples) {
      TREERING_ASSERT(sample > 0, "ratios are between positive samples");
      logs.push_back(std::log(sample));
    }
    return logs;
  };
  const Shift shift = shift_between(logarithms(first), logarithms(second), level);
  Shift ratio{std::exp(shift.estimate), std::nullopt};
  if (const auto& found = shift.interval) {
    ratio.interval = Interval{std::exp(found->low), std::exp(found->high), found->coverage};
  }
  return ratio;
}

}  // namespace treering::tuner::stats
