#include <limits>

#include <gtest/gtest.h>

#include "core/units.h"

namespace treering::core {
namespace unit_text_test {

TEST(ParseSize, TakesTheFormsOfNcclTests) {
  EXPECT_EQ(parse_size("8", "-b").value(), Bytes::of(8));
  EXPECT_EQ(parse_size("1K", "-b").value(), Bytes::of(1024));
  EXPECT_EQ(parse_size("32m", "-b").value(), Bytes::from_mib(32));
  EXPECT_EQ(parse_size("8G", "-b").value(), Bytes::from_gib(8));
  EXPECT_EQ(parse_size("0", "-b").value(), Bytes::of(0));
}

TEST(ParseSize, TakesWhatFormatSizeWrites) {
  EXPECT_EQ(parse_size("1 MiB", "-b").value(), Bytes::from_mib(1));
  EXPECT_EQ(parse_size("8 B", "-b").value(), Bytes::of(8));
}

TEST(ParseSize, RefusesAnythingElse) {
  for (const auto* text :
       {"", " ", "K", "-1", "+1", "1.5K", "1T", "1KB", "1 K ", "1  K", "0x10", "1KiBB", "1iB"}) {
    const auto result = parse_size(text, "-b");
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().category, Category::Usage);
    EXPECT_EQ(result.error().where, "-b");
  }
}

TEST(ParseSize, ErrorIsOneSentence) {
  EXPECT_EQ(parse_size("1T", "-b").error().message(),
            "-b: '1T' is not a size, expected K, M, G or nothing after the digits; "
            "write it like 8, 1K or 32M (powers of 1024)");
}

// 2^64 bytes are 2^34 GiB.
TEST(ParseSize, RefusesMoreThanFitsIn64Bits) {
  EXPECT_EQ(parse_size("18446744073709551615", "-e").value(),
            Bytes::of(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_EQ(parse_size("18446744073709551616", "-e").error().message(),
            "-e: '18446744073709551616' is too large, expected less than 2^64 bytes");
  EXPECT_TRUE(parse_size("17179869183G", "-e"));
  EXPECT_FALSE(parse_size("17179869184G", "-e"));
}

TEST(FormatSize, TakesTheLargestUnit) {
  EXPECT_EQ(format_size(Bytes::of(0)), "0 B");
  EXPECT_EQ(format_size(Bytes::of(1023)), "1023 B");
  EXPECT_EQ(format_size(Bytes::from_kib(1)), "1 KiB");
  EXPECT_EQ(format_size(Bytes::from_mib(1)), "1 MiB");
  EXPECT_EQ(format_size(Bytes::from_gib(8)), "8 GiB");
}

// 1536 / 1024 = 1.5; 1025 / 1024 = 1.00098; 100 KiB keeps its zeros.
TEST(FormatSize, ShowsAtMostTwoDecimals) {
  EXPECT_EQ(format_size(Bytes::of(1536)), "1.5 KiB");
  EXPECT_EQ(format_size(1536), "1.5 KiB");
  EXPECT_EQ(format_size(Bytes::of(1025)), "1 KiB");
  EXPECT_EQ(format_size(Bytes::from_kib(100)), "100 KiB");
}

TEST(FormatSizeOption, IsExactAndShort) {
  EXPECT_EQ(format_size_option(Bytes::of(0)), "0");
  EXPECT_EQ(format_size_option(Bytes::of(8)), "8");
  EXPECT_EQ(format_size_option(Bytes::of(1536)), "1536");
  EXPECT_EQ(format_size_option(Bytes::from_kib(1536)), "1536K");
  EXPECT_EQ(format_size_option(Bytes::from_gib(8)), "8G");
}

TEST(FormatDuration, ChoosesTheUnit) {
  EXPECT_EQ(format_duration(Duration::from_us(3.214)), "3.21 us");
  EXPECT_EQ(format_duration(Duration::from_us(999.99)), "999.99 us");
  EXPECT_EQ(format_duration(Duration::from_us(999.996)), "1.00 ms");
  EXPECT_EQ(format_duration(Duration::from_ms(1.5)), "1.50 ms");
  EXPECT_EQ(format_duration(Duration::from_s(2)), "2.00 s");
  EXPECT_EQ(format_duration(Duration::from_us(-1)), "-1.00 us");
}

TEST(FormatDuration, MayBeInfinite) {
  EXPECT_EQ(format_duration(Bytes::of(1) / Bandwidth()), "inf");
}

TEST(FormatBandwidth, IsInDecimalGigabytes) {
  EXPECT_EQ(format_bandwidth(Bandwidth::from_gb_per_s(450)), "450.00 GB/s");
}

TEST(UnitText, OneIsSingular) {
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(std::size_t{2}, "row"), "2 rows");
  EXPECT_EQ(counted(2, "launch"), "2 launches");
}

TEST(UnitText, TimesAtMarksOfAnAxisAreShort) {
  EXPECT_EQ(format_time_mark(Duration::from_us(0.5)), "500 ns");
  EXPECT_EQ(format_time_mark(Duration::from_us(200)), "200 us");
  EXPECT_EQ(format_time_mark(Duration::from_us(1500)), "1.5 ms");
  EXPECT_EQ(format_time_mark(Duration::from_us(1e7)), "10 s");
}

}  // namespace unit_text_test
}  // namespace treering::core
