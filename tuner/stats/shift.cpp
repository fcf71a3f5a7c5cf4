#include "tuner/stats/shift.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <boost/math/distributions/normal.hpp>

#include "core/assert.h"
#include "tuner/stats/quantiles.h"
#include "tuner/stats/rank_sum_null.h"

namespace treering::tuner::stats {
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
