#include "cli/figures.h"

#include <gtest/gtest.h>

namespace treering::cli {
namespace {

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

TEST(Figures, BoldOnlyWhereAllowed) {
  EXPECT_EQ(bold("x", true), "\x1b[1mx\x1b[0m");
  EXPECT_EQ(bold("x", false), "x");
}

TEST(Figures, CsvQuotesWhatNeedsIt) {
  EXPECT_EQ(csv_line({"a", "", "b,c", "say \"so\""}), "a,,\"b,c\",\"say \"\"so\"\"\"");
}

}  // namespace
}  // namespace treering::cli
