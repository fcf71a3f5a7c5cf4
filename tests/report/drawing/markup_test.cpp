#include "report/drawing/markup.h"

#include <gtest/gtest.h>

namespace treering::report::drawing {
namespace markup_test {

TEST(Markup, PixelsHaveOneDigit) {
  EXPECT_EQ(pixels(12), "12");
  EXPECT_EQ(pixels(12.345), "12.3");
  EXPECT_EQ(pixels(-0.04), "-0");
}

}  // namespace markup_test
}  // namespace treering::report::drawing
