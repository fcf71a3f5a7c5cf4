#include "tuner/floors/scores.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tuner/floors/floor.h"

namespace treering::tuner::floors {
namespace scores_test {

using calibration::Observation;
using calibration::Scored;

constexpr double kGib = 1024.0 * 1024 * 1024;
constexpr double kSpread = 0.1;

Observation row_of(const std::string& system, double measured_us) {
  Observation row;
  row.id = system;
  row.system = system;
  row.way = {"Ring", "Simple"};
  row.bytes = kGib;
  row.measured_us = measured_us;
  return row;
}

/// Predicted to take 100 us, with that spread.
Scored predicted(const Observation& row) {
  const double width = std::exp(1.2816 * kSpread);
  return {&row, 100, 100 / width, 100 * width, 100 * std::exp(2.72 * kSpread)};
}

TEST(FloorScores, CountRowsBelowTheirFloorsAndLossesThatAreFound) {
  const Observation good = row_of("a", 100);
  const Observation slow = row_of("b", 100 * std::exp(3 * kSpread));  // beyond 2.72 spreads
  const auto groups = floor_groups({predicted(good), predicted(slow)}, Knowing::Model);
  ASSERT_EQ(groups.size(), 3U);  // all, from 256 MiB, all_reduce
  EXPECT_EQ(groups[1].rows, "from 256 MiB");
  const FloorScore& score = groups[0].score;
  EXPECT_EQ(score.rows, 2U);
  EXPECT_EQ(score.below, 0.5);
  // 0.85 is above exp(-0.272) = 0.762, 0.65 below.
  EXPECT_EQ(score.caught_small, 0.5);
  EXPECT_EQ(score.caught_large, 1);
  EXPECT_NEAR(score.spreads_needed, 2.94, 1e-6);  // 0 and 3, of which 98 % is 2.94
}

TEST(FloorScores, PublishedRunsOfOtherSystemsMoveFloors) {
  // Machines of this kind take 130 us, 2.62 spreads more than the model says.
  const Observation one = row_of("a", 130);
  const Observation two = row_of("b", 130);
  const std::vector<Scored> rows{predicted(one), predicted(two)};
  const FloorScore model = floor_groups(rows, Knowing::Model).front().score;
  const FloorScore both = floor_groups(rows, Knowing::Published).front().score;
  EXPECT_EQ(model.below, 0);
  EXPECT_EQ(model.caught_small, 1);  // next to the floor of a machine that takes 100 us
  EXPECT_EQ(both.below, 0);
  EXPECT_EQ(both.caught_small, 1);
  EXPECT_LT(model.said_small, both.said_small);
}

TEST(FloorScores, RowsOfTheSameSystemAreNoPublishedRuns) {
  const Observation one = row_of("a", 130);
  Observation two = row_of("a", 130);
  two.id = "second";
  const std::vector<Scored> rows{predicted(one), predicted(two)};
  EXPECT_EQ(floor_groups(rows, Knowing::Model).front().score.rows, 2U);
  EXPECT_TRUE(floor_groups(rows, Knowing::Published).empty());
}

}  // namespace scores_test
}  // namespace treering::tuner::floors
