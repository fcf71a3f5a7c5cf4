#include "tuner/stats/verdict.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/tuner/stats/arbitrary_samples.h"
#include "tests/tuner/stats/series.h"

namespace treering::tuner::stats {
namespace verdict_test {

using ::testing::Each;
using ::testing::Field;
using Samples = std::vector<double>;

/// Launches of three samples around these medians.
Launches launches_of(const Samples& medians) {
  Launches launches;
  for (const double middle : medians) launches.push_back({0.9 * middle, middle, 1.1 * middle});
  return launches;
}

Samples around(double middle, double step, std::size_t count) {
  Samples values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(middle + step * (static_cast<double>(i) - static_cast<double>(count - 1) / 2));
  }
  return values;
}

Judgement judged(const Launches& before, const Launches& after) {
  return judge(std::vector<BeforeAfter>{{before, after}}).front();
}

// Six launches each: C = 6 of the 36 ratios, since P(U <= 5) = 19 / 924 = 2.06 %.
TEST(Verdict, NamesWhatIsSure) {
  const Launches before = launches_of(around(100, 1, 6));
  const Judgement faster = judged(before, launches_of(around(80, 1, 6)));
  EXPECT_EQ(faster.verdict, Verdict::Faster);
  EXPECT_EQ(faster.units, Units::LaunchMedians);
  EXPECT_EQ(faster.before_units, 6U);
  EXPECT_NEAR(faster.ratio, 0.8, 0.001);
  EXPECT_NEAR(faster.p, 2 / 924.0, 1e-12);
  EXPECT_NEAR(faster.interval->coverage, 1 - 38 / 924.0, 1e-12);
  EXPECT_EQ(faster.slower_share, 0);
  EXPECT_EQ(judged(before, launches_of(around(120, 1, 6))).verdict, Verdict::Slower);
}

TEST(Verdict, SameNeedsEvidence) {
  const Launches before = launches_of(around(100, 0.2, 6));
  EXPECT_EQ(judged(before, launches_of(around(100, 0.2, 6))).verdict, Verdict::Same);
  const Launches noisy = launches_of(around(100, 2, 6));
  EXPECT_EQ(judged(noisy, noisy).verdict, Verdict::Undecided);
}

TEST(Verdict, ASureButSmallDifferenceIsSame) {
  const Judgement found =
      judged(launches_of(around(100, 0.1, 6)), launches_of(around(101, 0.1, 6)));
  EXPECT_LT(found.p, 0.05);
  EXPECT_GT(found.interval->low, 1);
  EXPECT_EQ(found.verdict, Verdict::Same);
}

TEST(Verdict, ADifferenceThatMayBeSmallIsStillOne) {
  const Judgement found =
      judged(launches_of(around(100, 0.5, 6)), launches_of(around(103, 0.5, 6)));
  EXPECT_GT(found.interval->low, 1);
  EXPECT_LT(found.interval->low, 1.02);
  EXPECT_EQ(found.verdict, Verdict::Slower);
}

TEST(Verdict, FewLaunchesDecideNothingHoweverManySamples) {
  const Launches before(3, Samples(1000, 100));
  const Launches after(3, Samples(1000, 50));
  const Judgement found = judged(before, after);
  EXPECT_EQ(found.verdict, Verdict::Undecided);
  EXPECT_EQ(found.before_units, 3U);
  EXPECT_FALSE(found.interval);
  EXPECT_EQ(judged({Samples(1000, 100)}, after).verdict, Verdict::Undecided);
  EXPECT_EQ(judged({Samples(1000, 100)}, launches_of(around(50, 1, 9))).verdict,
            Verdict::Undecided);
}

TEST(Verdict, OneLaunchEachIsJudgedBySamples) {
  Dice dice(12);
  const Samples before = scaled(dice.normals(100), 100, 0.02);
  const Judgement found = judged({before}, {{}, scaled(dice.normals(100), 90, 0.02)});
  EXPECT_EQ(found.verdict, Verdict::Faster);
  EXPECT_EQ(found.units, Units::BlockMedians);
  EXPECT_NEAR(found.ratio, 0.9, 0.01);
  EXPECT_GE(found.before_units, 30U);
}

// A slope depends on itself throughout: hardly any units are left.
TEST(Verdict, DependentSamplesCountLess) {
  const Judgement found = judged({around(100, 0.1, 40)}, {around(90, 0.1, 40)});
  EXPECT_LT(found.before_units, 4U);
  EXPECT_EQ(found.verdict, Verdict::Undecided);
}

// Slopes of seven and five samples: no block is independent of the next. The ratio is of medians.
TEST(Verdict, ShortSeriesHaveARatioAndNoVerdict) {
  const Judgement found = judged({{100, 101, 102, 103, 104, 105, 106}}, {{50, 51, 52, 53, 54}});
  EXPECT_EQ(found.before_units, 1U);
  EXPECT_NEAR(found.ratio, 52 / 103.0, 1e-12);
  EXPECT_EQ(found.verdict, Verdict::Undecided);
  EXPECT_NEAR(judged({{100}}, {{50}}).ratio, 0.5, 1e-12);
}

TEST(Verdict, NoSamplesAreNoTest) {
  const Launches some = launches_of(around(100, 1, 6));
  const auto found = judge(std::vector<BeforeAfter>{
      {some, {}}, {{}, {}}, {{{}}, some}, {some, launches_of(around(80, 1, 6))}});
  EXPECT_EQ(found[0].verdict, Verdict::Undecided);
  EXPECT_EQ(found[2].verdict, Verdict::Undecided);
  EXPECT_EQ(found[3].adjusted_p, found[3].p);
  EXPECT_TRUE(judge({}).empty());
}

// Least p values: 5 and 5 launches 2 / 252, 8 and 8 2 / 12,870; times 40.
TEST(Verdict, ManyConfigurationsNeedMoreLaunches) {
  const auto found = [](std::size_t launches) {
    const BeforeAfter one{launches_of(around(100, 1, launches)),
                          launches_of(around(80, 1, launches))};
    return judge(std::vector<BeforeAfter>(40, one));
  };
  EXPECT_THAT(found(5), Each(Field(&Judgement::verdict, Verdict::Undecided)));
  EXPECT_THAT(found(8), Each(Field(&Judgement::verdict, Verdict::Faster)));
}

// 2 / 70, 2 / 252, 2 / 924, 2 / 12,870 times the configurations.
TEST(Verdict, SaysHowManyLaunchesDecide) {
  EXPECT_EQ(launches_to_decide(1), 4U);
  EXPECT_EQ(launches_to_decide(2), 5U);
  EXPECT_EQ(launches_to_decide(6), 5U);
  EXPECT_EQ(launches_to_decide(23), 6U);
  EXPECT_EQ(launches_to_decide(24), 7U);
  EXPECT_EQ(launches_to_decide(321), 8U);
  EXPECT_EQ(launches_to_decide(0), 1U);
  // 2 of 84 ways to choose three of nine: 2.4 %.
  EXPECT_TRUE(can_decide(1, 6, 3));
  EXPECT_TRUE(can_decide(2, 6, 3));
  EXPECT_FALSE(can_decide(3, 6, 3));
}

// 2 of 45 choices of 2 of 10, 2 of 56 of 3 of 8.
TEST(Verdict, FewLaunchesBesideManyDecideToo) {
  EXPECT_EQ(judged(launches_of({100, 101}), launches_of(around(80, 1, 8))).verdict,
            Verdict::Faster);
  EXPECT_EQ(judged(launches_of({99, 100, 101}), launches_of(around(80, 1, 5))).verdict,
            Verdict::Faster);
  EXPECT_EQ(judged(launches_of({100, 101}), launches_of(around(80, 1, 7))).verdict,
            Verdict::Undecided);
}

TEST(Verdict, HasNames) {
  EXPECT_EQ(name_of(Verdict::Faster), "faster");
  EXPECT_EQ(name_of(Verdict::Slower), "slower");
  EXPECT_EQ(name_of(Verdict::Same), "same");
  EXPECT_EQ(name_of(Verdict::Undecided), "undecided");
}

bool is_difference(const Judgement& found) {
  return found.verdict == Verdict::Faster || found.verdict == Verdict::Slower;
}

// Starts differ by 5 %, samples within a launch by 1 %. 1,000 pairs of eight equal launches: at
// most 5 % nominal, standard error 0.7 %. Pooled samples would differ nearly always.
TEST(Verdict, LaunchesThatDifferAreNoDifference) {
  Dice dice(13);
  const auto eight = [&] {
    Launches launches;
    for (int i = 0; i < 8; ++i) {
      launches.push_back(scaled(dice.normals(15), 100 * (1 + 0.05 * dice.normal()), 0.01));
    }
    return launches;
  };
  int alarms = 0;
  for (int i = 0; i < 1000; ++i) alarms += is_difference(judged(eight(), eight())) ? 1 : 0;
  EXPECT_LE(alarms, 75);
}

// Samples of one launch with a correlation of 0.7 from one to the next. 1,000 pairs.
TEST(Verdict, CorrelatedSamplesSeldomAlarm) {
  Dice dice(14);
  int alarms = 0;
  for (int i = 0; i < 1000; ++i) {
    const Samples before = scaled(dice.correlated(200, 0.7), 100, 0.1);
    const Samples after = scaled(dice.correlated(200, 0.7), 100, 0.1);
    alarms += is_difference(judged({before}, {after})) ? 1 : 0;
  }
  EXPECT_LE(alarms, 100);
}

// The true ratio lies on the margin: Same is false. 1,000 pairs, 2.5 % nominal.
TEST(Verdict, SameIsSeldomFalse) {
  Dice dice(15);
  int same = 0;
  for (int i = 0; i < 1000; ++i) {
    const Launches before = launches_of(scaled(dice.normals(8), 100, 0.005));
    const Launches after = launches_of(scaled(dice.normals(8), 102, 0.005));
    same += judged(before, after).verdict == Verdict::Same ? 1 : 0;
  }
  EXPECT_LE(same, 45);
}

RC_GTEST_PROP(Verdict, SwappedSidesSwapIt, ()) {
  const Launches before = launches_of(arbitrary_samples(2, 12));
  const Launches after = launches_of(arbitrary_samples(2, 12));
  const Judgement one = judged(before, after);
  const Judgement other = judged(after, before);
  RC_ASSERT((one.verdict == Verdict::Faster) == (other.verdict == Verdict::Slower));
  RC_ASSERT((one.verdict == Verdict::Same) == (other.verdict == Verdict::Same));
  RC_ASSERT(std::abs(one.ratio * other.ratio - 1) < 1e-12);
}

RC_GTEST_PROP(Verdict, SeesNeitherUnitNorOrder, ()) {
  const Samples medians = arbitrary_samples(2, 12);
  const Launches after = launches_of(arbitrary_samples(2, 12));
  const Judgement found = judged(launches_of(medians), after);
  const auto in_ns = [](Launches launches) {
    for (Samples& samples : launches) {
      for (double& sample : samples) sample *= 1024;
    }
    return launches;
  };
  const Judgement other = judged(in_ns(launches_of(shuffled(medians))), in_ns(after));
  RC_ASSERT(other.verdict == found.verdict);
  RC_ASSERT(other.p == found.p);
  RC_ASSERT(std::abs(other.ratio - found.ratio) < 1e-9);
}

}  // namespace verdict_test
}  // namespace treering::tuner::stats
