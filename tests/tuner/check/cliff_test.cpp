#include "tuner/check/cliff.h"

#include <gtest/gtest.h>

namespace treering::tuner::check {
namespace cliff_test {

Measurement row_of(std::uint64_t mib, double gb_per_s) {
  Measurement row;
  row.bytes = mib << 20U;
  row.out_of_place = core::Duration::from_us(static_cast<double>(row.bytes) / gb_per_s / 1e3);
  return row;
}

TEST(Cliff, ALargerSizeAtHalfTheBandwidthIsOne) {
  const auto cliff = cliff_of({row_of(16, 12), row_of(32, 15), row_of(64, 3), row_of(128, 3)});
  ASSERT_TRUE(cliff);
  EXPECT_EQ(cliff->from, 32U << 20U);
  EXPECT_EQ(cliff->to, 64U << 20U);
  EXPECT_NEAR(cliff->slow_gb_per_s, 3, 1e-9);
}

TEST(Cliff, UsualSweepsHaveNone) {
  EXPECT_FALSE(cliff_of({row_of(1, 5), row_of(16, 12), row_of(64, 15), row_of(256, 14)}));
  EXPECT_FALSE(cliff_of({row_of(64, 15)}));
}

// One time out of place is a moment's, where that in place is as usual.
TEST(Cliff, ADisturbedRowIsNone) {
  Measurement disturbed = row_of(64, 3);
  disturbed.in_place = row_of(64, 15).out_of_place;
  EXPECT_FALSE(cliff_of({row_of(32, 15), disturbed}));
}

}  // namespace cliff_test
}  // namespace treering::tuner::check
