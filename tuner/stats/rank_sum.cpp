#include "tuner/stats/rank_sum.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <boost/math/distributions/normal.hpp>

#include "tuner/stats/quantiles.h"
#include "tuner/stats/rank_sum_null.h"

namespace treering::tuner::stats {
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

}  // namespace treering::tuner::stats
