// Quantiles of samples, and intervals that contain the true ones.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace treering::tuner::stats {

// A confidence interval, and what it is worth.

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

// The binomial distribution: how often something happens in independent trials.

/// Probability that it happens `count` times or more in `trials`, each time with probability
/// `share`. \pre 0 <= share <= 1
double probability_of_at_least(std::size_t count, std::size_t trials, double share);

/// Probability that it happens `count` times or fewer. \pre 0 <= share <= 1
double probability_of_at_most(std::size_t count, std::size_t trials, double share);

// Quantiles of samples, and distribution-free intervals of the true ones from order statistics.
//
// Quantile: type 7 of Hyndman & Fan, "Sample quantiles in statistical packages", The American
// Statistician 50 (1996), 361-365: linear between the order statistics, of which the k-th of n is
// the quantile (k - 1) / (n - 1).
//
// Interval: of n independent samples of a distribution, the number below its quantile q(p) is
// binomial, B ~ Bin(n, p). The order statistics x(l) and x(u) therefore enclose q(p) with
//   coverage = 1 - P(B <= l - 1) - P(B >= u)
// in a continuous distribution and at least so often in any other (David & Nagaraja, "Order
// Statistics", 3rd ed. 2003, section 7.1). We take the largest l and the smallest u with
//   P(B <= l - 1) <= (1 - level) / 2   and   P(B >= u) <= (1 - level) / 2,
// so that each end alone holds too. Hoefler & Belli, "Scientific benchmarking of parallel computing
// systems", SC'15 (rule 5), ask for such intervals of medians; they take the ranks from the
// normal approximation of the binomial distribution (Le Boudec, "Performance Evaluation of Computer
// and Communication Systems", 2010, chapter 2), we from the distribution itself.

/// In ascending order.
std::vector<double> sorted(std::span<const double> samples);

/// \pre some samples, finite; 0 <= share <= 1
double quantile(std::span<const double> samples, double share);

/// \pre some samples, finite
double median(std::span<const double> samples);

/// Places of two order statistics, the smallest has place 1.
struct Ranks {
  std::size_t low = 0;
  std::size_t high = 0;
  double coverage = 0;
};

/// Nothing where even the smallest and the largest of `count` samples enclose the quantile less
/// often than asked: at 95 %, a median needs six. \pre 0 < share < 1, 0 < level < 1
std::optional<Ranks> quantile_ranks(std::size_t count, double share, double level = kLevel);

/// Of independent samples. \pre finite; 0 < share < 1, 0 < level < 1
std::optional<Interval> quantile_interval(std::span<const double> samples, double share,
                                          double level = kLevel);

std::optional<Interval> median_interval(std::span<const double> samples, double level = kLevel);

}  // namespace treering::tuner::stats
