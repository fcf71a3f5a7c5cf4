#include <string>

#include <gtest/gtest.h>

#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace figure_test {

TEST(Figure, KnowsHowFarItIsRounded) {
  // Two decimals: the last digit stands for 0.01.
  EXPECT_DOUBLE_EQ(parse_figure("35.27")->value, 35.27);
  EXPECT_DOUBLE_EQ(parse_figure("35.27")->half_step, 0.005);
  EXPECT_DOUBLE_EQ(parse_figure("47535")->half_step, 0.5);
  // The last digit of 1.2e+06 stands for 10^5.
  EXPECT_DOUBLE_EQ(parse_figure("1.2e+06")->half_step, 5e4);
  EXPECT_DOUBLE_EQ(parse_figure("2e-07")->half_step, 5e-8);
}

TEST(Figure, IsAFiniteNumber) {
  for (const char* text : {"", "N/A", "nan", "inf", "1.2x", "--1", "1e999", "0x10"}) {
    EXPECT_FALSE(parse_figure(text)) << text;
  }
}

TEST(Figure, WholeNumbersAreDigits) {
  EXPECT_EQ(whole_number("18446744073709551615"), 18446744073709551615U);
  for (const char* text : {"", "-1", "1.0", "18446744073709551616", "1e3", " 1"}) {
    EXPECT_FALSE(whole_number(text)) << text;
  }
  EXPECT_FALSE(small_number("2147483648"));
}

TEST(Figure, WordsArePartedByBlanks) {
  const auto words = words_of("  8\t 2  float\r");
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[2], "float");
  EXPECT_LE(words_of(std::string(10'000, 'a').replace(1, 9'998, std::string(9'998, ' '))).size(),
            2U);
}

}  // namespace figure_test
}  // namespace treering::tuner::runs
