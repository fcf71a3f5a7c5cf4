#include "core/text/quote.h"

#include <string>

#include <gtest/gtest.h>

namespace treering::core {
namespace quote_test {

TEST(Quote, KeepsOrdinaryText) {
  EXPECT_EQ(in_quotes("GPU 0"), "'GPU 0'");
  EXPECT_EQ(in_quotes("Grün"), "'Grün'");
}

TEST(Quote, HidesControlCharactersAndBrokenBytes) {
  EXPECT_EQ(in_quotes("a\n\x1b\x7f\xff"), "'a" + std::string(4, '?') + "'");
}

// The first and last characters of the ranges in core/text/quote.h, and the characters next to
// them.
constexpr std::string_view kUnprintable[] = {"\x01",   "\x1f",   "\x7f",   "\u0080", "\u009f",
                                             "\u061c", "\u200e", "\u200f", "\u2028", "\u2029",
                                             "\u202a", "\u202e", "\u2066", "\u2069"};
constexpr std::string_view kPrintable[] = {" ",      "~",      "\u00a0", "\u061b",
                                           "\u061d", "\u200d", "\u2010", "\u2027",
                                           "\u202f", "\u2065", "\u206a", "\u20ac"};

TEST(Quote, HidesLineEndsControlsAndMarksOfDirection) {
  for (const std::string_view one : kUnprintable) {
    const std::string text = "a" + std::string(one) + "b";
    EXPECT_EQ(printable(text), "a?b") << code_point_name(text, 1);
    EXPECT_EQ(find_unprintable(text), 1U);
  }
  for (const std::string_view one : kPrintable) {
    EXPECT_EQ(printable(one), one);
    EXPECT_EQ(find_unprintable(one), one.size());
  }
  EXPECT_EQ(find_unprintable("ab\xff"), 2U);
}

TEST(Quote, KeepsLineEndsAndTabsOfLines) {
  EXPECT_EQ(printable_lines("a\tb\r\nc\x1b\u202e\n"), "a\tb?\nc??\n");
}

TEST(Quote, NamesCharactersByTheirCode) {
  EXPECT_EQ(code_point_name("\x1b", 0), "U+001B");
  EXPECT_EQ(code_point_name("a\u202e", 1), "U+202E");
  EXPECT_EQ(code_point_name("\U0001F600", 0), "U+1F600");
  EXPECT_EQ(code_point_name("a\xff", 1), "");
}

TEST(Quote, ShortensLongText) {
  // 60 bytes are shown.
  EXPECT_EQ(in_quotes(std::string(61, 'x')), "'" + std::string(60, 'x') + "...'");
  EXPECT_EQ(in_quotes(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
}

TEST(Quote, FindsBrokenUtf8) {
  EXPECT_EQ(find_broken_utf8("Grün \u20ac \U0001F600"), std::string("Grün € 😀").size());
  EXPECT_EQ(find_broken_utf8("ab\xff"), 2U);
  EXPECT_EQ(find_broken_utf8("a\xc3"), 1U);             // cut short
  EXPECT_EQ(find_broken_utf8("\xc0\xaf"), 0U);          // '/' in two bytes: not the shortest form
  EXPECT_EQ(find_broken_utf8("\xed\xa0\x80"), 0U);      // the surrogate U+D800
  EXPECT_EQ(find_broken_utf8("\xf4\x90\x80\x80"), 0U);  // U+110000
}

}  // namespace quote_test
}  // namespace treering::core
