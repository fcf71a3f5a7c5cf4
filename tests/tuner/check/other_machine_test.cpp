#include <cmath>

#include <gtest/gtest.h>

#include "tuner/check/checked_rows.h"

namespace treering::tuner::check {
namespace other_machine_test {

using core::Duration;

/// 10 GB/s out of and into each of 2 parts.
sim::bound::WireBound two_parts() {
  const auto rate = core::Bandwidth::from_gb_per_s(10);
  return {{{"the wires", 2, rate, false, {{1, rate, rate, true}, {1, rate, rate, false}}}}, 2};
}

/// Expected are 100 us within 10 %, measured a power of e times as long.
CheckedRow row_of(double deviations, double bound_us) {
  CheckedRow row;
  row.expected = Duration::from_us(100);
  row.high = row.expected * std::exp(0.12816);
  row.bound = Duration::from_us(bound_us);
  row.measured = row.expected * std::exp(0.1 * deviations);
  return row;
}

TEST(OtherMachine, SlowAndUsualRowsAreNone) {
  EXPECT_FALSE(other_machine({row_of(0, 50), row_of(8, 50), row_of(-2, 50)}, two_parts()));
  EXPECT_FALSE(other_machine({}, two_parts()));
}

TEST(OtherMachine, OneRowThatTheLinksDoNotAllowIsEnough) {
  // 81.9 us of 90 us.
  const auto found =
      other_machine({row_of(0, 50), row_of(-2, 87), row_of(-2, 90), row_of(0, 50)}, two_parts());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->beyond_links, 2U);
  EXPECT_EQ(found->far_faster, 0U);
  EXPECT_DOUBLE_EQ(found->row.bound.in_us(), 90);
  EXPECT_EQ(found->links, "the wires");
  EXPECT_DOUBLE_EQ(found->rate.in_gb_per_s(), 10);
}

// A few may be sizes that the model has wrong.
TEST(OtherMachine, RowsFarTooFastHaveToBeMost) {
  std::vector<CheckedRow> rows(4, row_of(0, 1));
  rows[1] = row_of(-4, 1);
  rows[2] = row_of(-5, 1);
  EXPECT_FALSE(other_machine(rows, two_parts()));
  rows[0] = row_of(-4, 1);
  const auto found = other_machine(rows, two_parts());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->beyond_links, 0U);
  EXPECT_EQ(found->far_faster, 3U);
  EXPECT_EQ(found->row.measured, rows[2].measured);
}

}  // namespace other_machine_test
}  // namespace treering::tuner::check
