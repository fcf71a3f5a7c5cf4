#include <cmath>

#include <gtest/gtest.h>

#include "sim/cost/estimate.h"

namespace treering::sim::cost {
namespace correction_test {

core::Correction sample() {
  return {core::Collective::AllReduce, "", {{1000, 0.1}, {4000, 0.5}}};
}

TEST(Correction, NothingKnownCorrectsNothing) {
  EXPECT_EQ(log_correction({}, 1000), 0);
  EXPECT_FALSE(is_between_points({}, 1000));
}

TEST(Correction, IsLinearInTheLogarithmOfTheSize) {
  EXPECT_DOUBLE_EQ(log_correction(sample(), 1000), 0.1);
  EXPECT_DOUBLE_EQ(log_correction(sample(), 4000), 0.5);
  // 2000 is half way between 1000 and 4000 as factors go.
  EXPECT_NEAR(log_correction(sample(), 2000), 0.3, 1e-12);
}

TEST(Correction, FadesToOneHalfOverAFactorOfEight) {
  EXPECT_NEAR(log_correction(sample(), 32000), 0.25, 1e-12);
  EXPECT_NEAR(log_correction(sample(), 64.0 * 4000), 0.125, 1e-12);
}

TEST(Correction, OnePointFadesBothWays) {
  const core::Correction one{core::Collective::AllReduce, "", {{1'000'000, 0.2}}};
  EXPECT_DOUBLE_EQ(log_correction(one, 1e6), 0.2);
  EXPECT_NEAR(log_correction(one, 8e6), 0.1, 1e-12);
  EXPECT_NEAR(log_correction(one, 125e3), 0.1, 1e-12);
}

// Or time would fall from 8 bytes on.
TEST(Correction, StaysBelowTheSmallestOfSmallCalls) {
  EXPECT_DOUBLE_EQ(log_correction(sample(), 8), log_correction(sample(), 1000));
}

TEST(Correction, SaysHowSureItIsBetweenItsPoints) {
  core::Correction two = sample();
  two.points[1].spread = 0.05;
  EXPECT_EQ(spread_between_points(two, 2000, 0.3), 0.05);
  EXPECT_EQ(spread_between_points(two, 4000, 0.3), 0.05);
  EXPECT_EQ(spread_between_points(two, 1000, 0.3), 0.3);  // the first says nothing
}

TEST(Correction, KnowsWhatLiesBetweenItsPoints) {
  EXPECT_TRUE(is_between_points(sample(), 1000));
  EXPECT_TRUE(is_between_points(sample(), 4000));
  EXPECT_FALSE(is_between_points(sample(), 999));
  EXPECT_FALSE(is_between_points(sample(), 4001));
}

}  // namespace correction_test
}  // namespace treering::sim::cost
