#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/tuner/stats/arbitrary_samples.h"
#include "tests/tuner/stats/series.h"
#include "tuner/stats/quantiles.h"
#include "tuner/stats/two_samples.h"

namespace treering::tuner::stats {
namespace shift_test {

using Samples = std::vector<double>;

Samples differences(const Samples& first, const Samples& second) {
  Samples all;
  for (const double from : first) {
    for (const double to : second) all.push_back(to - from);
  }
  return sorted(all);
}

// Hollander & Wolfe, "Nonparametric statistical methods", 1973, section 4.2: the estimate is 0.305.
// 5 and 10 samples: P(U <= 8) = 59 / 3003 = 1.965 %, P(U <= 9) = 83 / 3003 = 2.76 %, so C = 9.
// The ninth of the 50 differences is -0.15, the ninth from above 0.76: 96.1 %, as printed there.
TEST(Shift, AgreesWithThePublishedExample) {
  const Samples at_term{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const Samples early{1.15, 0.88, 0.90, 0.74, 1.21};
  const Shift found = shift_between(early, at_term);
  EXPECT_NEAR(found.estimate, 0.305, 1e-12);
  ASSERT_TRUE(found.interval);
  EXPECT_NEAR(found.interval->low, -0.15, 1e-12);
  EXPECT_NEAR(found.interval->high, 0.76, 1e-12);
  EXPECT_NEAR(found.interval->coverage, 1 - 2 * cumulative_u(5, 10)[8], 1e-12);
}

TEST(Shift, TakesFourOfEach) {
  const Samples first{1, 2, 3, 4};
  const Samples second{11, 12, 13, 14};
  const Shift found = shift_between(first, second);
  EXPECT_EQ(found.estimate, 10);
  // All of the second above all of the first: 2 of C(8, 4) = 70 orders.
  ASSERT_TRUE(found.interval);
  EXPECT_NEAR(found.interval->coverage, 1 - 2 / 70.0, 1e-12);
  EXPECT_EQ(found.interval->low, 7);
  EXPECT_EQ(found.interval->high, 13);
  EXPECT_FALSE(shift_between(Samples{1, 2, 3}, second).interval);
}

TEST(Shift, IsARatioOfLogarithms) {
  const Samples first{100, 101, 102, 103, 104};
  const Shift found = ratio_between(first, mapped(first, [](double v) { return 1.1 * v; }));
  EXPECT_NEAR(found.estimate, 1.1, 1e-12);
  EXPECT_TRUE(found.interval->contains(1.1));
}

// Which 5 of 10 equally distributed values are the second sample: the interval contains no shift
// exactly as often as it says.
TEST(Shift, TheIntervalCoversAsOftenAsItSays) {
  int covered = 0;
  double coverage = 0;
  for (unsigned chosen = 0; chosen < 1024; ++chosen) {
    if (std::popcount(chosen) != 5) continue;
    Samples first;
    Samples second;
    for (unsigned i = 0; i < 10; ++i) {
      (((chosen >> i) & 1U) != 0 ? second : first).push_back(std::exp(0.3 * i));
    }
    const Shift found = shift_between(first, second);
    covered += found.interval->contains(0) ? 1 : 0;
    coverage = found.interval->coverage;
  }
  EXPECT_NEAR(covered / 252.0, coverage, 1e-12);
}

// 1,000 pairs of 40 and 60, past what is exact, moved by 0.5. The standard error is 0.7 %.
TEST(Shift, LargeSamplesCoverToo) {
  Dice dice(5);
  int covered = 0;
  for (int i = 0; i < 1000; ++i) {
    const Samples first = dice.normals(40);
    covered += shift_between(first, dice.normals(60, 0.5)).interval->contains(0.5) ? 1 : 0;
  }
  EXPECT_NEAR(covered, 950, 35);
}

RC_GTEST_PROP(Shift, IsWhatAllDifferencesSay, ()) {
  const Samples first = arbitrary_samples(1, 20);
  const Samples second = arbitrary_samples(1, 20);
  const Samples all = differences(first, second);
  const Shift found = shift_between(first, second);
  RC_ASSERT(found.estimate == median(all));
  if (!found.interval) return;
  const std::vector<double> cumulative = cumulative_u(first.size(), second.size());
  const auto rank = static_cast<std::size_t>(std::ranges::upper_bound(cumulative, 0.025 + 1e-12) -
                                             cumulative.begin());
  RC_ASSERT(found.interval->low == all[rank - 1]);
  RC_ASSERT(found.interval->high == all[all.size() - rank]);
}

Samples distinct_samples() {
  const auto count = *rc::gen::inRange<std::size_t>(4, 16);
  Samples samples;
  for (const int value : *rc::gen::unique<std::vector<int>>(count, rc::gen::inRange(1, 400))) {
    samples.push_back(value);
  }
  return samples;
}

// Without ties the interval holds the shifts that the rank sum test does not reject.
RC_GTEST_PROP(Shift, IntervalAndTestAgree, ()) {
  const Samples first = distinct_samples();
  const Samples second = distinct_samples();
  const auto interval = shift_between(first, second).interval;
  const double shift = *rc::gen::inRange(-400, 400) + 0.5;  // no tie
  const Samples moved = mapped(first, [&](double v) { return v + shift; });
  RC_ASSERT(interval->contains(shift) == (rank_sum(moved, second).p > 0.05 + 1e-9));
}

RC_GTEST_PROP(Shift, SwappedSamplesSwapSigns, ()) {
  const Samples first = arbitrary_samples(4, 40);
  const Samples second = arbitrary_samples(4, 60);
  const Shift one = shift_between(first, second);
  const Shift other = shift_between(second, shuffled(first));
  RC_ASSERT(one.estimate == -other.estimate);
  RC_ASSERT(one.interval->low == -other.interval->high);
  RC_ASSERT(one.interval->high == -other.interval->low);
}

}  // namespace shift_test
}  // namespace treering::tuner::stats
