#include "tuner/floors/floor.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace treering::tuner::floors {
namespace floor_test {

core::Bandwidth gb(double rate) {
  return core::Bandwidth::from_gb_per_s(rate);
}

TEST(Floor, IsSoManySpreadsBelowTheExpectation) {
  EXPECT_NEAR(floor_of({gb(400), 0.1}).in_gb_per_s(), 400 * std::exp(-0.1 * kFloorSpreads), 1e-9);
}

TEST(Floor, HasTwoOfAHundredGoodMachinesBelow) {
  const Expectation expected{gb(400), 0.1};
  EXPECT_NEAR(share_caught(expected, floor_of(expected), 0), kGoodBelow, 1e-5);
}

// Half of the machines are below their expectation: so are those that lost as much as the floor is
// below it.
TEST(Floor, CatchesHalfOfTheMachinesThatLostItsDistance) {
  const Expectation expected{gb(400), 0.1};
  const double loss = 1 - std::exp(-0.1 * kFloorSpreads);
  EXPECT_NEAR(share_caught(expected, floor_of(expected), loss), 0.5, 1e-9);
}

TEST(Floor, CatchesMoreOfLargerLossesAndWhereTheModelIsSurer) {
  const Expectation sure{gb(400), 0.04};
  const Expectation unsure{gb(400), 0.2};
  EXPECT_GT(share_caught(sure, floor_of(sure), kLargeLoss),
            share_caught(sure, floor_of(sure), kSmallLoss));
  EXPECT_GT(share_caught(sure, floor_of(sure), kSmallLoss),
            share_caught(unsure, floor_of(unsure), kSmallLoss));
}

TEST(Floor, ExpectsNoLessSpreadThanRunsHave) {
  const auto time = core::Duration::from_us(100);
  const auto large = core::Bytes::from_gib(1);
  // 98 % are no later than 2.72 spreads: exp(0.272) is 1.3126.
  EXPECT_NEAR(expectation(gb(10), time, time * std::exp(0.272), large).spread, 0.1, 1e-9);
  EXPECT_EQ(expectation(gb(10), time, time, large).spread, run_spread(large));
}

// Error of the kind 0.1^2 - 0.022^2 = 0.009516, of a run 0.000484: 2066.1 of 2171.2 parts of what
// is known say 1.1 times, and 1 / 2171.2 + 0.000484 is left.
TEST(Floor, MovesToPublishedRunsAndNarrows) {
  const Expectation model{gb(400), 0.1};
  const std::array ratios{std::log(1.1)};
  const Expectation both = beside_published(model, ratios, 0.022);
  EXPECT_NEAR(both.spread, 0.03073, 1e-5);
  EXPECT_NEAR(std::log(both.busbw / model.busbw), 0.9516 * std::log(1.1), 1e-5);
  EXPECT_GT(share_caught(both, floor_of(both), kSmallLoss),
            share_caught(model, floor_of(model), kSmallLoss));
}

TEST(Floor, GoesByTheModelWherePublishedRunsSayNothing) {
  const Expectation model{gb(400), 0.1};
  EXPECT_EQ(beside_published(model, {}, 0.022), model);
  const std::array far_apart{0.3, -0.3};
  EXPECT_EQ(beside_published(model, far_apart, 0.022), model);
  const std::array one{0.1};
  EXPECT_EQ(beside_published({gb(400), 0.02}, one, 0.022), (Expectation{gb(400), 0.02}));
}

}  // namespace floor_test
}  // namespace treering::tuner::floors
