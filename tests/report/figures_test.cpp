#include "report/figures.h"

#include <gtest/gtest.h>

namespace treering::report {
namespace figures_test {

TEST(Figures, TimesFillSevenColumnsAsInNcclTests) {
  const auto text = [](double us) { return time_figure(core::Duration::from_us(us)); };
  EXPECT_EQ(text(0), "0.00");
  EXPECT_EQ(text(35.204), "35.20");
  EXPECT_EQ(text(9999.99), "9999.99");
  EXPECT_EQ(text(9999.999), "10000.0");  // 10000.00 is eight wide
  EXPECT_EQ(text(123456.78), "123457");
  EXPECT_EQ(text(123456789), "123456789");
}

TEST(Figures, BandwidthsFillSix) {
  const auto text = [](double rate) {
    return bandwidth_figure(core::Bandwidth::from_gb_per_s(rate));
  };
  EXPECT_EQ(text(370.456), "370.46");
  EXPECT_EQ(text(1234.56), "1234.6");
}

TEST(Figures, ChoicesHaveAlgorithmAndProtocol) {
  EXPECT_EQ(choice_name("Tree", "LL128"), "Tree/LL128");
}

TEST(Figures, IntervalsHaveThreeDigitsThatCount) {
  const auto text = [](double low, double high) {
    return interval_figure(core::Duration::from_us(low), core::Duration::from_us(high));
  };
  EXPECT_EQ(text(3.14159, 31.4159), "3.14..31.4");
  EXPECT_EQ(text(314.159, 3141.59), "314..3140");
  EXPECT_EQ(text(99960, 1234567), "100000..1230000");
}

TEST(Figures, TimesForPeopleHaveTheUnitThatFits) {
  const auto us = [](double value) { return core::Duration::from_us(value); };
  EXPECT_EQ(short_time(us(0.1234)), "123 ns");
  EXPECT_EQ(short_time(us(106.76)), "107 us");
  EXPECT_EQ(short_time(us(1000)), "1 ms");
  EXPECT_EQ(short_time(us(47490.4)), "47.5 ms");
  EXPECT_EQ(short_time(us(1.2e7)), "12 s");
  EXPECT_EQ(short_times(us(41600), us(55800)), "41.6 to 55.8 ms");
  EXPECT_EQ(short_times(us(950), us(1200)), "0.95 to 1.2 ms");
}

TEST(Figures, LargeFiguresHaveNoExponent) {
  EXPECT_EQ(significant(41.234), "41.2");
  EXPECT_EQ(significant(787.2), "787");
  EXPECT_EQ(significant(999.7), "1000");
  EXPECT_EQ(significant(1083.4), "1080");
  EXPECT_EQ(significant(12345, 4), "12340");
  EXPECT_EQ(significant(0), "0");
}

TEST(Figures, BoldOnlyWhereAllowed) {
  EXPECT_EQ(bold("x", true), "\x1b[1mx\x1b[0m");
  EXPECT_EQ(bold("x", false), "x");
}

}  // namespace figures_test
}  // namespace treering::report
