#include "report/document/ruler.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace treering::report::document {
namespace ruler_test {

using charts::Figures;

std::vector<std::string> texts(const Ruler& ruler) {
  std::vector<std::string> result;
  for (const Tick& tick : ruler.ticks) result.push_back(tick.text);
  return result;
}

using Texts = std::vector<std::string>;

TEST(Ruler, SizesHaveMarksAtPowersOfTwo) {
  const Ruler ruler = power_ruler(8, 8192, {Figures::Size});  // 11 powers: every second
  EXPECT_EQ(texts(ruler), (Texts{"8 B", "32 B", "128 B", "512 B", "2 KiB", "8 KiB"}));
  EXPECT_DOUBLE_EQ(ruler.share_of(8), 0);
  EXPECT_DOUBLE_EQ(ruler.share_of(8192), 1);
  EXPECT_DOUBLE_EQ(ruler.share_of(256), 0.5);  // 2^8 between 2^3 and 2^13
}

TEST(Ruler, OneSizeStandsInTheMiddle) {
  const Ruler ruler = power_ruler(1024, 1024, {Figures::Size});
  EXPECT_DOUBLE_EQ(ruler.share_of(1024), 0.5);
  EXPECT_EQ(texts(ruler), (Texts{"512 B", "1 KiB", "2 KiB"}));
}

TEST(Ruler, OtherFiguresHaveNoUnits) {
  EXPECT_EQ(texts(power_ruler(8, 8192, {Figures::Plain, 4})), (Texts{"8", "64", "512", "4096"}));
}

TEST(Ruler, LinearBeginsAtZeroAndHasRoundMarks) {
  const Ruler ruler = linear_ruler(358);  // 358 / 6 = 59.7: steps of 100
  EXPECT_EQ(texts(ruler), (Texts{"0", "100", "200", "300", "400"}));
  EXPECT_DOUBLE_EQ(ruler.share_of(200), 0.5);
  EXPECT_EQ(texts(linear_ruler(400)), (Texts{"0", "100", "200", "300", "400"}));
  EXPECT_EQ(texts(linear_ruler(516, {Figures::Plain, 5})), (Texts{"0", "200", "400", "600"}));
}

TEST(Ruler, LogarithmicCoversTheValues) {
  const Ruler narrow = log_ruler(38.5, 95);
  EXPECT_EQ(texts(narrow), (Texts{"20", "50", "100"}));
  const Ruler wide = log_ruler(38.5, 47490);
  EXPECT_EQ(texts(wide), (Texts{"100", "1000", "10000"}));
  for (const double value : {38.5, 47490.0}) {
    EXPECT_GE(wide.share_of(value), 0);
    EXPECT_LE(wide.share_of(value), 1);
  }
  EXPECT_DOUBLE_EQ(log_ruler(10, 1000).share_of(100), 0.5);
}

TEST(Ruler, TimesHaveUnits) {
  EXPECT_EQ(texts(log_ruler(38.5, 47490, Figures::Time)), (Texts{"100 us", "1 ms", "10 ms"}));
  EXPECT_EQ(texts(log_ruler(0.1, 0.9, Figures::Time)),
            (Texts{"100 ns", "200 ns", "500 ns", "1 us"}));
  EXPECT_EQ(texts(log_ruler(2e5, 2e7, Figures::Time)), (Texts{"1 s", "10 s"}));
}

TEST(Ruler, EqualValuesHaveAnAxisToo) {
  const Ruler ruler = log_ruler(3, 3);
  EXPECT_LT(ruler.low, 3);
  EXPECT_GT(ruler.high, 3);
  EXPECT_FALSE(ruler.ticks.empty());
}

}  // namespace ruler_test
}  // namespace treering::report::document
