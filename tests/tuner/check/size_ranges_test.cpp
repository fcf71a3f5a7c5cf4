// Ranges of sizes, and rows that only a moment made slow.
#include <vector>

#include <gtest/gtest.h>

#include "tuner/check/check.h"
#include "tuner/check/checked_rows.h"

namespace treering::tuner::check {
namespace size_ranges_test {

/// A row whose interval ends at 1.25 times the expected time.
CheckedRow row_of(std::uint64_t bytes, SizeRange range, double factor) {
  CheckedRow row;
  row.measurement.bytes = bytes;
  row.range = range;
  row.expected = core::Duration::from_us(static_cast<double>(bytes));
  row.low = row.expected / 1.25;
  row.high = row.expected * 1.25;
  row.measured = row.expected * factor;
  row.measurement.out_of_place = row.measured;
  row.place = factor > 1.25 ? Place::Slow : Place::Inside;
  return row;
}

Check run_of(double small, double large) {
  Check run;
  for (std::uint64_t i = 0; i < 4; ++i) {
    run.rows.push_back(row_of(std::uint64_t{100} << i, SizeRange::Small, small));
  }
  for (std::uint64_t i = 4; i < 8; ++i) {
    run.rows.push_back(row_of(std::uint64_t{100} << i, SizeRange::Large, large));
  }
  return run;
}

TEST(SizeRanges, TheLargeSizesDecide) {
  const Check good = run_of(1.6, 1);
  EXPECT_FALSE(good.is_slow());
  const auto ranges = good.ranges();
  ASSERT_EQ(ranges.size(), 2U);
  EXPECT_EQ(ranges[0].range, SizeRange::Large);
  EXPECT_FALSE(ranges[0].is_slow);
  EXPECT_TRUE(ranges[1].is_slow);
  EXPECT_EQ(ranges[1].slow, 4U);
  EXPECT_NEAR(ranges[1].factor, 1.6, 1e-12);
  EXPECT_TRUE(run_of(1, 2).is_slow());
}

// The machine carries what is expected: 100 %, after 50, 59 and 67 %.
TEST(SizeRanges, ALargestSizeAsExpectedShowsWhatTheMachineCarries) {
  Check run = run_of(1, 2);
  run.rows[5] = row_of(run.rows[5].measurement.bytes, SizeRange::Large, 1.7);
  run.rows[6] = row_of(run.rows[6].measurement.bytes, SizeRange::Large, 1.5);
  EXPECT_TRUE(run.is_slow());
  run.rows[7] = row_of(run.rows[7].measurement.bytes, SizeRange::Large, 1);
  EXPECT_FALSE(run.is_slow());
  // 83 % is not all of it.
  run.rows[7] = row_of(run.rows[7].measurement.bytes, SizeRange::Large, 1.2);
  EXPECT_TRUE(run.is_slow());
}

TEST(SizeRanges, OneRowOfSeveralDecidesNothing) {
  Check run = run_of(1, 1);
  run.rows[6] = row_of(run.rows[6].measurement.bytes, SizeRange::Large, 5);
  EXPECT_FALSE(run.is_slow());
}

TEST(SizeRanges, ARowThatIsSlowInOneColumnIsAHiccup) {
  Check run = run_of(1, 2);
  for (CheckedRow& row : run.rows) row.measurement.in_place = row.expected;
  mark_hiccups(run.rows);
  EXPECT_EQ(run.hiccups(), 4U);
  EXPECT_FALSE(run.is_slow());
}

TEST(SizeRanges, AFirstCallThatTakesLongerThanTheNextIsWarmUp) {
  Check run = run_of(1, 1);
  run.rows[0] = row_of(100, SizeRange::Small, 4);
  mark_hiccups(run.rows);
  EXPECT_TRUE(run.rows[0].is_hiccup);
  EXPECT_EQ(run.hiccups(), 1U);
}

// Of 100, 200, 400 and 800 us 1.6 times as long are 60, 120, 240 and 480 us more: the last of them
// is more than a program adds.
TEST(SizeRanges, WhatAProgramInPythonAddsBelowTheLargeSizesIsNoFault) {
  Check run = run_of(1.6, 1.6);
  for (CheckedRow& row : run.rows) row.measurement.is_of_python = true;
  mark_program_times(run.rows);
  EXPECT_EQ(run.of_program(), 3U);
  EXPECT_FALSE(run.rows[0].is_slow());
  EXPECT_TRUE(run.rows[3].is_slow());
  EXPECT_TRUE(run.rows[4].is_slow());
  Check other = run_of(1.6, 1.6);
  mark_program_times(other.rows);
  EXPECT_EQ(other.of_program(), 0U);
}

TEST(SizeRanges, OnlyLargeSizesShowBandwidth) {
  Check run = run_of(1, 1);
  EXPECT_TRUE(run.shows_bandwidth());
  run.rows.resize(4);
  EXPECT_FALSE(run.shows_bandwidth());
}

}  // namespace size_ranges_test
}  // namespace treering::tuner::check
