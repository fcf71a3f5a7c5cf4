#include "tuner/stats/drift.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/assert.h"
#include "tests/tuner/stats/arbitrary_samples.h"
#include "tests/tuner/stats/series.h"

namespace treering::tuner::stats {
namespace drift_test {

using Samples = std::vector<double>;

/// At times 0, 1, 2 ...
Drift drift_in(const Samples& values) {
  Samples times(values.size());
  std::iota(times.begin(), times.end(), 0);
  return drift_of(times, values);
}

// Inversions of 5 values: 1, 4, 9, 15, 20, 22 ... of 120 orders. S = 10 has 0, S = 8 has 1.
// Kendall's table of S has 0.0083 and 0.042 on one side.
TEST(Drift, CountsOrdersOfShortSeries) {
  const Drift rising = drift_in({1, 2, 3, 4, 5});
  EXPECT_EQ(rising.s, 10);
  EXPECT_TRUE(rising.is_exact);
  EXPECT_NEAR(rising.p, 2 / 120.0, 1e-12);
  EXPECT_NEAR(drift_in({1, 2, 3, 5, 4}).p, 10 / 120.0, 1e-12);
  EXPECT_NEAR(drift_in({5, 4, 3, 2, 1}).p, 2 / 120.0, 1e-12);
  EXPECT_NEAR(drift_in({1, 2, 3, 4}).p, 2 / 24.0, 1e-12);
}

// Of 10 values, S = 23 is reached by chance with 0.023 on one side, S = 25 with 0.014 (Kendall's
// table). 10 in front has 9 falling pairs of 45, each swap of neighbours one more.
TEST(Drift, HasTheProbabilitiesOfTheTable) {
  const Drift ten = drift_in({10, 2, 1, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_EQ(ten.s, 25);
  EXPECT_NEAR(ten.p, 2 * 0.014, 1e-3);
  const Drift eleven = drift_in({10, 2, 1, 4, 3, 5, 6, 7, 8, 9});
  EXPECT_EQ(eleven.s, 23);
  EXPECT_NEAR(eleven.p, 2 * 0.023, 1e-3);
}

// {1, 3, 2, 5}: slopes 2, 0.5, 4/3, -1, 1, 3; ascending -1, 0.5, 1, 4/3, 2, 3.
TEST(Drift, TheSlopeIsTheMedianOfAllSlopes) {
  const Drift found = drift_in({1, 3, 2, 5});
  EXPECT_DOUBLE_EQ(found.slope, (1 + 4 / 3.0) / 2);
  EXPECT_FALSE(found.slope_interval);  // S = 6 has 1 of 24 orders: 4.2 % on each side
  // From time 0 to 3, the median is 2.5.
  EXPECT_DOUBLE_EQ(found.change, 3.5 / 2.5);
}

TEST(Drift, TimesNeedNotBeEven) {
  const Samples times{0, 1, 10, 11, 50};
  const Drift found = drift_of(times, Samples{100, 102, 120, 122, 200});
  EXPECT_DOUBLE_EQ(found.slope, 2);
  ASSERT_TRUE(found.slope_interval);
  EXPECT_EQ(*found.slope_interval, (Interval{2, 2, 1 - 2 / 120.0}));
  EXPECT_THROW(drift_of(Samples{0, 0}, Samples{1, 2}), core::AssertionFailure);
}

TEST(Drift, NothingDriftsWhereNothingVaries) {
  const Drift found = drift_in(Samples(20, 7));
  EXPECT_EQ(found.p, 1);
  EXPECT_EQ(found.slope, 0);
  EXPECT_EQ(found.change, 0);
  EXPECT_EQ(drift_in({3}).p, 1);
  EXPECT_EQ(drift_in({}).p, 1);
}

// {1, 1, 2, 2, 3, 3, 4, 4, 5, 5}: S = 45 - 5. 18 sigma^2 = 10 x 9 x 25 - 5 x 2 x 9 = 2,160;
// z = 39 / sqrt(120) = 3.56020; p = 0.000371.
TEST(Drift, TiesTakeTheNormalApproximation) {
  const Drift found = drift_in({1, 1, 2, 2, 3, 3, 4, 4, 5, 5});
  EXPECT_EQ(found.s, 40);
  EXPECT_FALSE(found.is_exact);
  EXPECT_NEAR(found.p, 0.000371, 1e-6);
}

// All 720 orders of six values: the share that is called a drift, and that whose interval of the
// slope contains 0, are those promised.
TEST(Drift, IsAsRareAsItSays) {
  Samples values{1, 2, 4, 8, 16, 32};
  int alarms = 0;
  int covered = 0;
  double coverage = 0;
  do {
    const Drift found = drift_in(values);
    alarms += found.p <= 0.05 ? 1 : 0;
    covered += found.slope_interval->contains(0) ? 1 : 0;
    coverage = found.slope_interval->coverage;
  } while (std::ranges::next_permutation(values).found);
  // 1 and 5 orders have 0 and 1 inversions: 12 of 720 in both tails; with 2, 14 more each: 5.6 %.
  EXPECT_EQ(alarms, 12);
  EXPECT_NEAR(covered / 720.0, coverage, 1e-12);
}

// 1,000 series of 100 with a slope of 0.01: past what is exact. The standard error is 0.7 %.
TEST(Drift, LongSeriesCoverToo) {
  Dice dice(11);
  int covered = 0;
  for (int i = 0; i < 1000; ++i) {
    Samples values = dice.normals(100);
    for (std::size_t k = 0; k < values.size(); ++k) values[k] += 0.01 * static_cast<double>(k);
    covered += drift_in(values).slope_interval->contains(0.01) ? 1 : 0;
  }
  EXPECT_NEAR(covered, 950, 35);
}

RC_GTEST_PROP(Drift, SeesRanksAlone, ()) {
  const Samples values = arbitrary_samples(2, 30);
  const Drift found = drift_in(values);
  const Drift curved = drift_in(mapped(values, [](double v) { return v * v * v; }));
  RC_ASSERT(curved.s == found.s);
  RC_ASSERT(curved.p == found.p);
  const Drift backwards = drift_in(Samples(values.rbegin(), values.rend()));
  RC_ASSERT(backwards.s == -found.s);
  RC_ASSERT(backwards.p == found.p);
  RC_ASSERT(std::abs(backwards.slope + found.slope) < 1e-12);
}

}  // namespace drift_test
}  // namespace treering::tuner::stats
