#include "report/document/axis.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace treering::report::document {
namespace axis_test {

std::vector<std::string> texts(const Axis& axis) {
  std::vector<std::string> result;
  for (const Tick& tick : axis.ticks) result.push_back(tick.text);
  return result;
}

using Texts = std::vector<std::string>;

TEST(Axis, SizesHaveMarksAtPowersOfTwo) {
  const Axis axis = size_axis(8, 8192);  // 11 powers: every second
  EXPECT_EQ(texts(axis), (Texts{"8 B", "32 B", "128 B", "512 B", "2 KiB", "8 KiB"}));
  EXPECT_DOUBLE_EQ(axis.share_of(8), 0);
  EXPECT_DOUBLE_EQ(axis.share_of(8192), 1);
  EXPECT_DOUBLE_EQ(axis.share_of(256), 0.5);  // 2^8 between 2^3 and 2^13
}

TEST(Axis, OneSizeStandsInTheMiddle) {
  const Axis axis = size_axis(1024, 1024);
  EXPECT_DOUBLE_EQ(axis.share_of(1024), 0.5);
  EXPECT_EQ(texts(axis), (Texts{"512 B", "1 KiB", "2 KiB"}));
}

TEST(Axis, OtherFiguresHaveNoUnits) {
  EXPECT_EQ(texts(power_axis(8, 8192, 4)), (Texts{"8", "64", "512", "4096"}));
}

TEST(Axis, LinearBeginsAtZeroAndHasRoundMarks) {
  const Axis axis = linear_axis(358);  // 358 / 6 = 59.7: steps of 100
  EXPECT_EQ(texts(axis), (Texts{"0", "100", "200", "300", "400"}));
  EXPECT_DOUBLE_EQ(axis.share_of(200), 0.5);
  EXPECT_EQ(texts(linear_axis(400)), (Texts{"0", "100", "200", "300", "400"}));
  EXPECT_EQ(texts(linear_axis(516, 5)), (Texts{"0", "200", "400", "600"}));
}

TEST(Axis, LogarithmicCoversTheValues) {
  const Axis narrow = log_axis(38.5, 95);
  EXPECT_EQ(texts(narrow), (Texts{"20", "50", "100"}));
  const Axis wide = log_axis(38.5, 47490);
  EXPECT_EQ(texts(wide), (Texts{"100", "1000", "10000"}));
  for (const double value : {38.5, 47490.0}) {
    EXPECT_GE(wide.share_of(value), 0);
    EXPECT_LE(wide.share_of(value), 1);
  }
  EXPECT_DOUBLE_EQ(log_axis(10, 1000).share_of(100), 0.5);
}

TEST(Axis, TimesHaveUnits) {
  EXPECT_EQ(texts(time_axis(38.5, 47490)), (Texts{"100 us", "1 ms", "10 ms"}));
  EXPECT_EQ(texts(time_axis(0.1, 0.9)), (Texts{"100 ns", "200 ns", "500 ns", "1 us"}));
  EXPECT_EQ(texts(time_axis(2e5, 2e7)), (Texts{"1 s", "10 s"}));
}

TEST(Axis, EqualValuesHaveAnAxisToo) {
  const Axis axis = log_axis(3, 3);
  EXPECT_LT(axis.low, 3);
  EXPECT_GT(axis.high, 3);
  EXPECT_FALSE(axis.ticks.empty());
}

}  // namespace axis_test
}  // namespace treering::report::document
