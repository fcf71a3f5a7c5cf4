#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/units.h"

namespace treering::core {
namespace rounded_test {

TEST(Rounded, ToHundredthsOrFourDigits) {
  EXPECT_EQ(rounded(47535.1234), 47535.12);
  EXPECT_EQ(rounded(9.87654), 9.877);
  EXPECT_EQ(rounded(-0.000123456), -0.0001235);
  EXPECT_EQ(rounded(1e-13), 0);
  EXPECT_TRUE(std::isinf(rounded(std::numeric_limits<double>::infinity())));
}

}  // namespace rounded_test
}  // namespace treering::core
