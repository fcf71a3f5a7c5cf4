#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tuner/check/check.h"
#include "tuner/check/checked_rows.h"

namespace treering::tuner::check {
namespace slow_end_test {

/// A row whose interval ends at 1.25 times the expected time.
CheckedRow row_of(std::uint64_t bytes, double factor) {
  CheckedRow row;
  row.measurement.bytes = bytes;
  row.expected = core::Duration::from_us(100);
  row.low = row.expected / 1.25;
  row.high = row.expected * 1.25;
  row.measured = row.expected * factor;
  row.place = factor > 1.25 ? Place::Slow : factor < 1 / 1.25 ? Place::Fast : Place::Inside;
  return row;
}

/// A sweep over 20 sizes from 8 B, doubled each time, of which those at these places take 1.3 times
/// as long as expected.
std::vector<CheckedRow> sweep(const std::vector<std::size_t>& slow) {
  std::vector<CheckedRow> rows;
  for (std::size_t i = 0; i < 20; ++i) rows.push_back(row_of(8ULL << i, 1));
  for (const std::size_t i : slow) rows[i] = row_of(8ULL << i, 1.3);
  return rows;
}

TEST(SlowEnd, TheLargestSizesAreJudgedTogether) {
  std::vector<CheckedRow> rows = sweep({18, 19});
  rows[19] = row_of(rows[19].measurement.bytes, 1.6);
  const auto found = slow_end(rows);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->end, End::Large);
  EXPECT_EQ(found->rows, 2U);
  EXPECT_EQ(found->of_rows, 20U);
  EXPECT_EQ(found->least, 2U << 20U);
  EXPECT_EQ(found->most, 4U << 20U);
  EXPECT_NEAR(found->least_share, 1 / 1.6, 1e-12);
  EXPECT_NEAR(found->greatest_share, 1 / 1.3, 1e-12);
  EXPECT_NEAR(found->chance, 0.02, 1e-12);  // 0.1 x 0.1 at either end
}

TEST(SlowEnd, TheSmallestSizesToo) {
  const auto found = slow_end(sweep({0, 1, 2}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->end, End::Small);
  EXPECT_EQ(found->rows, 3U);
  EXPECT_EQ(found->least, 8U);
  EXPECT_EQ(found->most, 32U);
  EXPECT_NEAR(found->chance, 0.002, 1e-12);
}

TEST(SlowEnd, IsolatedSlowRowsStayChance) {
  EXPECT_FALSE(slow_end(sweep({})));
  EXPECT_FALSE(slow_end(sweep({19})));
  EXPECT_FALSE(slow_end(sweep({0, 19})));
  EXPECT_FALSE(slow_end(sweep({9, 10})));       // side by side, but at no end
  EXPECT_FALSE(slow_end(sweep({16, 17, 19})));  // the largest but one is as expected
  EXPECT_FALSE(slow_end({}));
}

TEST(SlowEnd, TheOrderInTheFileDoesNotMatter) {
  std::vector<CheckedRow> rows = sweep({18, 19});
  std::ranges::reverse(rows);
  ASSERT_TRUE(slow_end(rows));
  EXPECT_EQ(slow_end(rows)->end, End::Large);
}

// Three sweeps have six ends: two rows at one of them are slow in 6 % of good runs, three in 0.6 %.
TEST(SlowEnd, EachSweepHasEndsOfItsOwn) {
  const auto three = [](const std::vector<std::size_t>& slow) {
    std::vector<CheckedRow> rows = sweep(slow);
    for (const auto collective : {core::Collective::AllGather, core::Collective::Broadcast}) {
      for (CheckedRow row : sweep({})) {
        row.measurement.collective = collective;
        rows.push_back(row);
      }
    }
    return rows;
  };
  EXPECT_FALSE(slow_end(three({18, 19})));
  const auto found = slow_end(three({17, 18, 19}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->of_rows, 20U);
  EXPECT_NEAR(found->chance, 0.006, 1e-12);
}

TEST(SlowEnd, ASlowRunIsSlowAsAWhole) {
  Check few;
  few.rows = sweep({18, 19});
  EXPECT_FALSE(few.is_slow());
  EXPECT_TRUE(few.slow_end());
  Check many;
  many.rows = sweep({10, 11, 12, 13, 14, 15, 16, 17, 18, 19});
  EXPECT_TRUE(many.is_slow());
  EXPECT_FALSE(many.slow_end());
}

/// What of 4,000 good runs of 20 rows has such an end. Deviations are normal, those of neighbours
/// correlated.
double found_in_good_runs(double correlation) {
  constexpr int kRuns = 4000;
  std::mt19937 dice(1);
  std::normal_distribution<double> normal;
  int found = 0;
  for (int i = 0; i < kRuns; ++i) {
    std::vector<CheckedRow> rows;
    double deviation = normal(dice);
    for (int k = 0; k < 20; ++k) {
      // A tenth of normal deviations are beyond 1.2816.
      rows.push_back(row_of(8ULL << k, std::pow(1.25, deviation / 1.2816)));
      deviation = correlation * deviation + std::sqrt(1 - correlation * correlation) * normal(dice);
    }
    found += slow_end(rows) ? 1 : 0;
  }
  return static_cast<double>(found) / kRuns;
}

TEST(SlowEnd, GoodRunsSeldomHaveOne) {
  EXPECT_NEAR(found_in_good_runs(0), 0.02, 0.007);
  EXPECT_LE(found_in_good_runs(0.7), 0.1);
}

}  // namespace slow_end_test
}  // namespace treering::tuner::check
