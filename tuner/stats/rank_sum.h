// Whether two samples differ: the rank sum test of Wilcoxon, Mann and Whitney, two-sided.
//
// U is the number of pairs in which the second sample is larger, ties counting one half.
//   small samples   the exact distribution of U given the mid-ranks (rank_sum_null.h); the p value
//                   is twice the smaller tail, at most 1
//   else            z = (|U - mn/2| - 1/2) / sigma,
//                   sigma^2 = mn/12 (N + 1 - sum of (t^3 - t) / (N (N - 1))), N = m + n,
//                   over groups of t equal values (Lehmann, "Nonparametrics: Statistical methods
//                   based on ranks", 1975, chapter 1, sections 3 and 4)
// U / mn is the probability that a value of the second is larger than one of the first, A12 of
// Vargha & Delaney, "A critique and improvement of the CL common language effect size statistics
// of McGraw and Wong", Journal of Educational and Behavioral Statistics 25 (2000), 101-132.
#pragma once

#include <cstddef>
#include <span>

namespace treering::tuner::stats {

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

}  // namespace treering::tuner::stats
