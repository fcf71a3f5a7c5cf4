#include "tuner/stats/quantiles.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/assert.h"
#include "tests/tuner/stats/arbitrary_samples.h"

namespace treering::tuner::stats {
namespace quantiles_test {

using Samples = std::vector<double>;

TEST(Binomial, SumsItsTails) {
  // Three tosses: 1, 3, 3 and 1 of 8.
  EXPECT_DOUBLE_EQ(probability_of_at_least(2, 3, 0.5), 0.5);
  EXPECT_DOUBLE_EQ(probability_of_at_most(0, 3, 0.5), 0.125);
  EXPECT_EQ(probability_of_at_least(0, 3, 0.5), 1);
  EXPECT_EQ(probability_of_at_least(4, 3, 0.5), 0);
  EXPECT_EQ(probability_of_at_most(3, 3, 0.5), 1);
}

TEST(Quantiles, AreLinearBetweenTheOrderStatistics) {
  EXPECT_EQ(median(Samples{3, 1, 2}), 2);
  EXPECT_EQ(median(Samples{4, 1, 2, 3}), 2.5);
  // Nine tenths of the way from the first to the last of three: 1 + 0.8 x 2 beyond the second.
  EXPECT_DOUBLE_EQ(quantile(Samples{0, 1, 3}, 0.9), 2.6);
  EXPECT_EQ(quantile(Samples{2, 1}, 0), 1);
  EXPECT_EQ(quantile(Samples{2, 1}, 1), 2);
  EXPECT_THROW(median({}), core::AssertionFailure);
}

// Le Boudec 2010, appendix A, has the ranks; the coverage is 1 - 2 sum over k < l of C(n, k) / 2^n:
//    6: 1 - 2 (1) / 64                                       = 0.96875
//   10: 1 - 2 (1 + 10) / 1024                                = 0.97852
//   20: 1 - 2 (1 + 20 + 190 + 1140 + 4845) / 2^20, and 15504 = 0.95861
TEST(Quantiles, RanksOfMediansAreThoseOfTheTables) {
  const auto expect = [](std::size_t count, std::size_t low, std::size_t high, double coverage) {
    const auto ranks = quantile_ranks(count, 0.5);
    ASSERT_TRUE(ranks) << count;
    EXPECT_EQ(ranks->low, low) << count;
    EXPECT_EQ(ranks->high, high) << count;
    EXPECT_NEAR(ranks->coverage, coverage, 5e-6) << count;
  };
  expect(6, 1, 6, 0.96875);
  expect(10, 2, 9, 0.97852);
  expect(20, 6, 15, 0.95861);
}

TEST(Quantiles, TooFewSamplesHaveNoInterval) {
  // Five lie on one side of the median in 2 of 32 cases, 6.25 %.
  EXPECT_FALSE(quantile_ranks(5, 0.5));
  EXPECT_TRUE(quantile_ranks(5, 0.5, 0.9375));
  EXPECT_FALSE(median_interval(Samples{1, 2, 3}));
  EXPECT_FALSE(median_interval({}));
  // All of 35 are below the 90th percentile with 0.9^35 = 2.503 %, of 36 with 2.25 %.
  EXPECT_FALSE(quantile_ranks(35, 0.9));
  EXPECT_TRUE(quantile_ranks(36, 0.9));
}

// Whether each of ten samples lies below the median or above it: 1,024 cases, equally likely. The
// interval from the second to the ninth misses it where at most one is on a side: 2 (1 + 10).
TEST(Quantiles, TheIntervalCoversAsOftenAsItSays) {
  int covered = 0;
  double coverage = 0;
  for (unsigned sides = 0; sides < 1024; ++sides) {
    Samples samples;
    for (unsigned i = 0; i < 10; ++i)
      samples.push_back(((sides >> i) & 1U) != 0 ? 1 + i : -1.0 - i);
    const auto interval = median_interval(samples);
    covered += interval->contains(0) ? 1 : 0;
    coverage = interval->coverage;
  }
  EXPECT_EQ(covered, 1002);
  EXPECT_DOUBLE_EQ(coverage, 1002 / 1024.0);
}

// Three values, equally likely: the median is 1. All 3^8 samples of eight.
TEST(Quantiles, TiesCoverAtLeastAsOften) {
  int covered = 0;
  for (int code = 0; code < 6561; ++code) {
    Samples samples;
    for (int rest = code, i = 0; i < 8; ++i, rest /= 3) samples.push_back(rest % 3);
    covered += median_interval(samples)->contains(1) ? 1 : 0;
  }
  EXPECT_GE(covered / 6561.0, quantile_ranks(8, 0.5)->coverage);
}

RC_GTEST_PROP(Quantiles, SeeNeitherTheOrderNorTheScale, ()) {
  const Samples samples = arbitrary_samples(6, 40);
  const auto interval = median_interval(samples);
  RC_ASSERT(median_interval(shuffled(samples)) == interval);
  RC_ASSERT(median(shuffled(samples)) == median(samples));
  RC_ASSERT(interval->contains(median(samples)));
  const auto root = [](double value) { return std::sqrt(value); };
  const auto of_roots = median_interval(mapped(samples, root));
  RC_ASSERT(of_roots->low == root(interval->low));
  RC_ASSERT(of_roots->high == root(interval->high));
}

RC_GTEST_PROP(Quantiles, RanksReachTheLevelAndNoCloserOnesDo, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 300);
  const double share = 0.01 * *rc::gen::inRange(5, 96);
  const auto ranks = quantile_ranks(count, share);
  if (!ranks) {
    RC_ASSERT(std::max(std::pow(share, count), std::pow(1 - share, count)) > 0.025);
    return;
  }
  RC_ASSERT(ranks->coverage >= 0.95 - 1e-9);
  RC_ASSERT(probability_of_at_most(ranks->low, count, share) > 0.025);
  RC_ASSERT(probability_of_at_least(ranks->high - 1, count, share) > 0.025);
}

}  // namespace quantiles_test
}  // namespace treering::tuner::stats
