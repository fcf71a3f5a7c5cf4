#include "tuner/stats/modes.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/tuner/stats/arbitrary_samples.h"
#include "tests/tuner/stats/series.h"

namespace treering::tuner::stats {
namespace modes_test {

using Samples = std::vector<double>;

Samples joined(Samples samples, const Samples& more) {
  samples.insert(samples.end(), more.begin(), more.end());
  return samples;
}

Samples repeated(const std::vector<std::pair<double, std::size_t>>& counts) {
  Samples samples;
  for (const auto& [value, count] : counts) samples.insert(samples.end(), count, value);
  return samples;
}

TEST(Modes, TwoAreFoundWithTheirShares) {
  Dice dice(6);
  const Modes found = modes_of(joined(dice.normals(60, 100, 1), dice.normals(20, 120, 1)));
  EXPECT_TRUE(found.are_two());
  EXPECT_NEAR(found.low.centre, 100, 1);
  EXPECT_NEAR(found.high.centre, 120, 1.5);
  EXPECT_DOUBLE_EQ(found.low.share, 0.75);
  EXPECT_DOUBLE_EQ(found.high.share, 0.25);
}

TEST(Modes, ALongTailIsNone) {
  Dice dice(7);
  Samples samples;
  for (int i = 0; i < 200; ++i) samples.push_back(100 * std::exp(0.5 * dice.normal()));
  EXPECT_FALSE(modes_of(samples).are_two());
}

TEST(Modes, OutliersAreNone) {
  Samples samples = Dice(8).normals(100, 100, 1);
  samples[10] = 900;
  samples[60] = 1000;
  EXPECT_FALSE(modes_of(samples).are_two());
}

// Normal noise of one or two ticks, rounded to the tick.
TEST(Modes, TicksOfACoarseClockAreNone) {
  Dice dice(9);
  for (const double deviation : {0.3, 0.7, 1.0, 2.0, 5.0}) {
    for (int i = 0; i < 20; ++i) {
      Samples samples = dice.normals(200, 100 + dice.uniform(), deviation);
      for (double& sample : samples) sample = 0.1 * std::round(sample);
      EXPECT_GT(modes_of(samples).p, 0.05) << deviation;
    }
  }
}

TEST(Modes, TwoValuesMayBeNeighbouringTicks) {
  EXPECT_EQ(modes_of(repeated({{10, 50}, {20, 50}})).p, 1);
  EXPECT_FALSE(modes_of(repeated({{10, 50}, {11, 70}, {12, 40}})).are_two());
}

TEST(Modes, AValleyBetweenTicksIsAValley) {
  const Modes found = modes_of(repeated({{10, 50}, {11, 2}, {12, 50}}));
  EXPECT_TRUE(found.are_two());
  EXPECT_EQ(found.low.centre, 10);
  EXPECT_EQ(found.high.centre, 12);
  EXPECT_TRUE(modes_of(repeated({{10, 20}, {11, 30}, {12, 20}, {50, 40}, {51, 30}})).are_two());
}

// 0.1 + 0.2 is not 0.3 in doubles: no tick of 5e-17.
TEST(Modes, RoundingErrorsAreNoTicks) {
  EXPECT_FALSE(modes_of(repeated({{0.3, 40}, {0.1 + 0.2, 40}, {0.4, 80}})).are_two());
}

TEST(Modes, FewOrEqualSamplesHaveOne) {
  EXPECT_EQ(modes_of(Samples{1, 1, 9}).p, 1);
  const Modes equal = modes_of(Samples(100, 5));
  EXPECT_EQ(equal.p, 1);
  EXPECT_EQ(equal.low.centre, 5);
  EXPECT_EQ(equal.low.share, 1);
  EXPECT_EQ(modes_of({}).low.share, 0);
}

// {1, 2, 3, 10, 11}: split after three, 2 + 0.5 are left within; after two 0.5 + 38, after four 50.
TEST(Modes, TheSplitLeavesLeastWithin) {
  const Modes found = modes_of(Samples{10, 2, 11, 1, 3});
  EXPECT_DOUBLE_EQ(found.low.share, 0.6);
  EXPECT_EQ(found.low.centre, 2);
  EXPECT_EQ(found.high.centre, 10.5);
}

// The uniform distribution is the worst: 1 % of 2,000 are 20, with a standard error of 4.5.
TEST(Modes, FalseAlarmsAreAsRareAsAsked) {
  Dice dice(10);
  int uniform = 0;
  int normal = 0;
  for (int i = 0; i < 2000; ++i) {
    Samples samples;
    for (int k = 0; k < 40; ++k) samples.push_back(dice.uniform());
    uniform += modes_of(samples).are_two() ? 1 : 0;
    normal += modes_of(dice.normals(40)).are_two() ? 1 : 0;
  }
  EXPECT_LE(uniform, 40);
  EXPECT_LE(normal, 5);
}

RC_GTEST_PROP(Modes, SeeNeitherOrderNorScale, ()) {
  const Samples samples = arbitrary_samples(1, 60);
  const Modes one = modes_of(samples);
  const Modes other = modes_of(shuffled(mapped(samples, [](double v) { return 4 * v; })));
  RC_ASSERT(std::abs(one.dip - other.dip) < 1e-9);
  RC_ASSERT(one.low.share == other.low.share);
  RC_ASSERT(4 * one.low.centre == other.low.centre);
  RC_ASSERT(std::abs(one.low.share + one.high.share - 1) < 1e-12);
}

}  // namespace modes_test
}  // namespace treering::tuner::stats
