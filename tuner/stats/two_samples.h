// Two samples: whether they differ, and by how much.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {

// The distribution of a rank sum when nothing differs: every choice of ranks is equally likely.
//
// Ways to choose k ranks with sum s, one rank after another (the shift algorithm):
//   ways(k, s) += ways(k - 1, s - rank)
// Streitberg & Röhmel, "Exact distributions for permutation and rank tests", Statistical Software
// Newsletter 12 (1986), 10-17. It only adds, so that far tails keep their digits, and it takes
// mid-ranks: without ties it is the distribution of Mann & Whitney, "On a test of whether one of
// two random variables is stochastically larger than the other", Annals of Mathematical Statistics
// 18 (1947), 50-60. Ranks are doubled, so that mid-ranks are whole.

/// Whether the exact distribution takes some milliseconds at most: smaller series x both <= 2,000,
/// as for 31 and 31 samples. Beyond, the p value of the normal approximation is off by at most
/// 0.003, below 5 % by at most 0.0008.
bool has_exact_rank_sums(std::size_t count, std::size_t other_count);

/// Probability of each sum of `chosen` of the doubled ranks, from sum 0 on. \pre chosen <= ranks
std::vector<double> rank_sum_probabilities(std::span<const std::size_t> doubled_ranks,
                                           std::size_t chosen);

/// Probability of each U without ties, U being 0 to count x other_count, or less:
/// result[u] = P(U <= u).
std::vector<double> cumulative_u(std::size_t count, std::size_t other_count);

// Whether two samples differ: the rank sum test of Wilcoxon, Mann and Whitney, two-sided.
//
// U is the number of pairs in which the second sample is larger, ties counting one half.
//   small samples   the exact distribution of U given the mid-ranks; the p value
//                   is twice the smaller tail, at most 1
//   else            z = (|U - mn/2| - 1/2) / sigma,
//                   sigma^2 = mn/12 (N + 1 - sum of (t^3 - t) / (N (N - 1))), N = m + n,
//                   over groups of t equal values (Lehmann, "Nonparametrics: Statistical methods
//                   based on ranks", 1975, chapter 1, sections 3 and 4)
// U / mn is the probability that a value of the second is larger than one of the first, A12 of
// Vargha & Delaney, "A critique and improvement of the CL common language effect size statistics
// of McGraw and Wong", Journal of Educational and Behavioral Statistics 25 (2000), 101-132.

struct RankSum {
  double u = 0;  // pairs in which the second is larger
  double p = 1;  // two-sided
  bool is_exact = false;
  double superiority = 0.5;  // of the second over the first; 1: all of its values are larger
};

/// p is 1 where a sample is empty or all values are equal. \pre no NaN, independent samples
RankSum rank_sum(std::span<const double> first, std::span<const double> second);

/// The smallest p that so many samples can reach, 2 / (N choose m); 1 where one has none. A family
/// of tests needs samples enough that this, times the tests, is below what counts as significant.
double least_rank_sum_p(std::size_t first_count, std::size_t second_count);

// How much larger one sample is than another: the Hodges-Lehmann shift, and the same as a ratio.
//
// The estimate is the median of all mn differences second - first (Hodges & Lehmann, "Estimates of
// location based on rank tests", Annals of Mathematical Statistics 34 (1963), 598-611). The
// interval runs from the C-th smallest difference to the C-th largest, where C is the largest
// number with P(U <= C - 1) <= (1 - level) / 2 (Lehmann, "Nonparametrics: Statistical methods based
// on ranks", 1975, chapter 2). It needs no distribution; it supposes that the second is
// the first moved by a constant, up to chance, and holds at least where values tie. U has the exact
// distribution for small samples, the normal one with the continuity correction else.
//
// The ratio is that of the logarithms: the second is the first times a constant. Under that it is
// also the ratio of the medians.

struct Shift {
  double estimate = 0;
  std::optional<Interval> interval;  // none where the samples are too few: 4 and 4 reach 95 %
};

/// second - first. \pre both have samples, finite and independent; 0 < level < 1
Shift shift_between(std::span<const double> first, std::span<const double> second,
                    double level = kLevel);

/// second / first. \pre both have samples, positive, finite and independent; 0 < level < 1
Shift ratio_between(std::span<const double> first, std::span<const double> second,
                    double level = kLevel);

}  // namespace treering::tuner::stats
