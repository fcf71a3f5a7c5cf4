#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/tuner/stats/arbitrary_samples.h"
#include "tests/tuner/stats/series.h"
#include "tuner/stats/dependent_samples.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {
namespace effective_samples_test {

using Samples = std::vector<double>;

// Signs in runs of four, 32 samples. Products by lag, of 32: 32, 17, 2, -13. Pairs of lags: 49/32,
// then negative. tau = 2 x 49/32 - 1 = 2.0625; of two lags 1 - 2 x 2/32 was seen.
TEST(EffectiveSamples, ShrinkWhereNeighboursAgree) {
  Samples samples;
  for (int i = 0; i < 32; ++i) samples.push_back(i % 8 < 4 ? i : 100 + i);
  EXPECT_DOUBLE_EQ(effective_samples(samples), 32 / (2.0625 / 0.875));
  samples.back() = 8e6;
  EXPECT_DOUBLE_EQ(effective_samples(samples), 32 / (2.0625 / 0.875));
}

// Pairs of lags: 13/8, 1/8, then negative; tau = 2 x 14/8 - 1 = 2.5. Of four lags of eight nothing
// was seen: tau counts twice, not more.
TEST(EffectiveSamples, AShortSlopeIsHardlyMoreThanOneSample) {
  EXPECT_DOUBLE_EQ(effective_samples(Samples{1, 2, 3, 4, 5, 6, 7, 8}), 8 / 5.0);
}

TEST(EffectiveSamples, NoSeriesCountsForMoreThanItsLength) {
  EXPECT_EQ(effective_samples(Samples{1, 2, 1, 2, 1, 2, 1, 2}), 8);
  EXPECT_EQ(effective_samples(Samples{5, 5, 5}), 3);
  EXPECT_EQ(effective_samples(Samples{5}), 1);
  EXPECT_EQ(effective_samples({}), 0);
}

// The signs of two normal values with correlation r have the correlation 2 / pi asin(r), and lag k
// of the series has r = 0.8^k.
TEST(EffectiveSamples, OfAnAutoregressionAreThoseOfItsSigns) {
  double time = 1;
  for (int k = 1; k < 100; ++k) time += 4 / std::numbers::pi * std::asin(std::pow(0.8, k));
  const Samples samples = Dice(1).correlated(40000, 0.8);
  EXPECT_NEAR(effective_samples(samples) / (40000 / time), 1, 0.15);
}

TEST(EffectiveSamples, OfIndependentSamplesAreNearlyAll) {
  EXPECT_GT(effective_samples(Dice(2).normals(1000)), 800);
}

RC_GTEST_PROP(EffectiveSamples, SeeNeitherScaleNorDirection, ()) {
  const Samples samples = arbitrary_samples(2, 60);
  const double effective = effective_samples(samples);
  RC_ASSERT(effective >= 1);
  RC_ASSERT(effective <= static_cast<double>(samples.size()));
  // An odd count has its median among the samples, an even one between two, which a curve moves.
  RC_ASSERT(effective_samples(mapped(samples, [](double v) { return 3 * v - 7; })) == effective);
  const Samples backwards(samples.rbegin(), samples.rend());
  RC_ASSERT(effective_samples(backwards) == effective);
}

TEST(EffectiveSamples, IntervalsOfIndependentSignsAreThoseOfAllSamples) {
  // + - + - ...: nothing is lost.
  const Samples samples{1, 20, 2, 19, 3, 18, 4, 17, 5, 16};
  EXPECT_EQ(dependent_median_interval(samples), median_interval(samples));
}

TEST(EffectiveSamples, TooFewGiveTheirRange) {
  // Three effective samples are on one side of the median in 2 of 8 cases.
  const Samples samples{1, 2, 11, 12, 3, 4, 13, 14};
  EXPECT_EQ(std::floor(effective_samples(samples)), 3);
  EXPECT_EQ(dependent_median_interval(samples), (Interval{1, 14, 0.75}));
  EXPECT_EQ(dependent_median_interval(Samples{4}), (Interval{4, 4, 0}));
}

// 2,000 series of 200, their true median 0. The standard error of a share near 0.9 is 0.7 %.
TEST(EffectiveSamples, IntervalsOfCorrelatedSeriesCover) {
  Dice dice(3);
  int covered = 0;
  int covered_as_if_independent = 0;
  for (int i = 0; i < 2000; ++i) {
    const Samples samples = dice.correlated(200, 0.7);
    covered += dependent_median_interval(samples).contains(0) ? 1 : 0;
    covered_as_if_independent += median_interval(samples)->contains(0) ? 1 : 0;
  }
  EXPECT_GT(covered, 1860);
  EXPECT_LT(covered_as_if_independent, 1600);
}

}  // namespace effective_samples_test
}  // namespace treering::tuner::stats
