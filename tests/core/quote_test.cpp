#include "core/quote.h"

#include <string>

#include <gtest/gtest.h>

namespace treering::core {
namespace {

TEST(Quote, KeepsOrdinaryText) {
  EXPECT_EQ(in_quotes("GPU 0"), "'GPU 0'");
  EXPECT_EQ(in_quotes("Grün"), "'Grün'");
}

TEST(Quote, HidesControlCharactersAndBrokenBytes) {
  EXPECT_EQ(in_quotes("a\n\x1b\x7f\xff"), "'a" + std::string(4, '?') + "'");
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

}  // namespace
}  // namespace treering::core
