#include <cmath>

#include <gtest/gtest.h>

#include "tuner/check/checked_rows.h"

namespace treering::tuner::check {
namespace checked_row_test {

using core::Duration;

/// 100 us with a standard deviation of 10 % are expected, 50 us is what the links allow.
CheckedRow row_of(double measured_us) {
  CheckedRow row;
  row.expected = Duration::from_us(100);
  row.high = row.expected * std::exp(0.12816);  // 80 % are within 1.2816 standard deviations
  row.bound = Duration::from_us(50);
  row.measured = Duration::from_us(measured_us);
  return row;
}

TEST(CheckedRow, DeviationsAreStandardOnes) {
  EXPECT_NEAR(row_of(100).deviations(), 0, 1e-9);
  EXPECT_NEAR(row_of(100 * std::exp(0.2)).deviations(), 2, 1e-9);
  EXPECT_NEAR(row_of(100 * std::exp(-0.2)).deviations(), -2, 1e-9);
  EXPECT_DOUBLE_EQ(row_of(200).share(), 0.5);
}

TEST(CheckedRow, FarIsBeyondThree) {
  EXPECT_FALSE(row_of(100 * std::exp(0.29)).is_far_slower());
  EXPECT_TRUE(row_of(100 * std::exp(0.31)).is_far_slower());
  EXPECT_FALSE(row_of(100 * std::exp(-0.29)).is_far_faster());
  EXPECT_TRUE(row_of(100 * std::exp(-0.31)).is_far_faster());
}

TEST(CheckedRow, BeyondTheLinksIsMoreThanRounding) {
  EXPECT_FALSE(row_of(51).is_beyond_links());
  EXPECT_FALSE(row_of(49).is_beyond_links());
  EXPECT_TRUE(row_of(47).is_beyond_links());
}

TEST(CheckedRow, PlacesHaveNames) {
  EXPECT_EQ(name_of(Place::Inside), "inside");
  EXPECT_EQ(name_of(Place::Slow), "slow");
  EXPECT_EQ(name_of(Place::Fast), "fast");
}

}  // namespace checked_row_test
}  // namespace treering::tuner::check
