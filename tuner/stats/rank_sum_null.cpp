#include "tuner/stats/rank_sum_null.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/assert.h"

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

}  // namespace treering::tuner::stats
