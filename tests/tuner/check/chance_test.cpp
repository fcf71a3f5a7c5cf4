#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "tuner/check/check.h"
#include "tuner/check/checked_rows.h"

namespace treering::tuner::check {
namespace chance_test {

TEST(Chance, IsThatOfTheBinomialDistribution) {
  EXPECT_DOUBLE_EQ(chance_of(0, 5, 0.1), 1);
  EXPECT_NEAR(chance_of(1, 2, 0.1), 1 - 0.9 * 0.9, 1e-12);
  EXPECT_NEAR(chance_of(2, 3, 0.1), 3 * 0.01 * 0.9 + 0.001, 1e-12);
  EXPECT_NEAR(chance_of(4, 4, 0.1), 1e-4, 1e-12);
}

TEST(Chance, FewRowsHaveToBeOddNearlyAll) {
  EXPECT_FALSE(is_beyond_chance(1, 1, 0.1));   // 10 %
  EXPECT_FALSE(is_beyond_chance(2, 3, 0.1));   // 2.8 %
  EXPECT_TRUE(is_beyond_chance(3, 3, 0.1));    // 0.1 %
  EXPECT_FALSE(is_beyond_chance(4, 10, 0.1));  // 1.3 %
  EXPECT_TRUE(is_beyond_chance(5, 10, 0.1));   // 0.2 %
  EXPECT_FALSE(is_beyond_chance(0, 0, 0.1));
  EXPECT_TRUE(is_beyond_chance(1, 1, kFarAway));    // 0.1 %
  EXPECT_FALSE(is_beyond_chance(1, 11, kFarAway));  // 1.5 %
}

/// What of 4,000 good runs of so many rows is called slow. Deviations are normal, those of
/// neighbours correlated.
double alarms(int rows, double correlation) {
  constexpr int kRuns = 4000;
  std::mt19937 dice(1);
  std::normal_distribution<double> normal;
  int slow = 0;
  for (int i = 0; i < kRuns; ++i) {
    Check run;
    double deviation = normal(dice);
    for (int k = 0; k < rows; ++k) {
      CheckedRow row;
      row.expected = core::Duration::from_us(100);
      row.high = row.expected * std::exp(0.12816);  // a spread of 0.1
      row.low = row.expected / std::exp(0.12816);
      row.measured = row.expected * std::exp(0.1 * deviation);
      row.place = row.measured > row.high ? Place::Slow : Place::Inside;
      run.rows.push_back(row);
      deviation = correlation * deviation + std::sqrt(1 - correlation * correlation) * normal(dice);
    }
    slow += run.is_slow() ? 1 : 0;
  }
  return static_cast<double>(slow) / kRuns;
}

// Two tests at 1 % each, of numbers that are whole: at most 2 %, mostly less.
TEST(Chance, GoodRunsAreSeldomCalledSlow) {
  for (const int rows : {1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 30}) {
    EXPECT_LE(alarms(rows, 0), 0.02) << rows;
    // Neighbouring sizes are off together: more, but no half, third or sixth of them.
    EXPECT_LE(alarms(rows, 0.7), 0.09) << rows;
  }
}

}  // namespace chance_test
}  // namespace treering::tuner::check
