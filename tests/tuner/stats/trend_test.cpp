#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "tests/tuner/stats/series.h"
#include "tuner/stats/drift.h"

namespace treering::tuner::stats {
namespace trend_test {

using Samples = std::vector<double>;

/// Times that scatter by 1 % around 100, and fall to it from so much more within 100 calls.
Samples falling(Dice& dice, std::size_t count, double from) {
  Samples samples = scaled(dice.normals(count), 100, 0.01);
  for (std::size_t i = 0; i < count; ++i) {
    samples[i] *= 1 + from * std::exp(-static_cast<double>(i) / 100);
  }
  return samples;
}

TEST(Trend, IsSeenWhereItIsLargeAgainstTheScatter) {
  Dice dice(3);
  for (int i = 0; i < 20; ++i) {
    const Trend found = trend_of(falling(dice, 120, 0.1));
    EXPECT_TRUE(found.is_moving());
    EXPECT_LT(found.change, -0.03);
  }
  Samples rising = falling(dice, 120, 0.1);
  std::ranges::reverse(rising);
  EXPECT_TRUE(trend_of(rising).is_moving());
  EXPECT_GT(trend_of(rising).change, 0.03);
}

// What stands still is called moving in 5 % of cases, as the test has it; fewer where ties leave it
// no choice.
TEST(Trend, WhatStandsStillIsSeldomCalledMoving) {
  Dice dice(4);
  int moving = 0;
  for (int i = 0; i < 1000; ++i) {
    if (trend_of(scaled(dice.normals(60), 100, 0.05)).is_moving()) ++moving;
  }
  EXPECT_LT(moving, 70);
  EXPECT_FALSE(trend_of(Samples(1000, 5)).is_moving());
}

TEST(Trend, FewSamplesShowNone) {
  Samples samples;
  for (int i = 0; i < 19; ++i) samples.push_back(100 - i);
  EXPECT_EQ(trend_of(samples).p, 1);
  samples.push_back(80);
  EXPECT_TRUE(trend_of(samples).is_moving());
}

}  // namespace trend_test
}  // namespace treering::tuner::stats
