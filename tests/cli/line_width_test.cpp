#include <gtest/gtest.h>

#include "cli/terminal.h"

namespace treering::cli {
namespace line_width_test {

TEST(LineWidth, IsThatOfColumnsThenOfTheTerminal) {
  EXPECT_EQ(line_width("70", 132), 70U);
  EXPECT_EQ(line_width("", 132), 132U);
  EXPECT_EQ(line_width("wide", 132), 132U);
  EXPECT_EQ(line_width("0", std::nullopt), 100U);
  EXPECT_EQ(line_width("", std::nullopt), 100U);
}

TEST(LineWidth, IsNoLessThanReportsAreWrittenFor) {
  EXPECT_EQ(line_width("20", std::nullopt), 60U);
  EXPECT_EQ(line_width("", 40), 60U);
}

}  // namespace line_width_test
}  // namespace treering::cli
