#include <array>
#include <cstdint>
#include <string_view>

#include <gtest/gtest.h>

#include "core/text/reading.h"

namespace treering::core {
namespace words_test {

TEST(Words, LowerCaseLeavesWhatIsNoLetter) {
  EXPECT_EQ(lower_case("0000:3B:00.0 Unknown Speed"), "0000:3b:00.0 unknown speed");
  EXPECT_EQ(lower_case("\xC4"), "\xC4");  // of another alphabet
}

TEST(Words, UpperCaseLeavesWhatIsNoLetter) {
  EXPECT_EQ(upper_case("8x h100-SXM5 {z}"), "8X H100-SXM5 {Z}");
  EXPECT_EQ(upper_case("\xE4"), "\xE4");  // of another alphabet
}

TEST(Words, CharactersAreThoseOfAscii) {
  // The neighbours of each range in ASCII.
  for (const char c : {'/', ':', '@', '[', '`', '{', '\xE4'}) EXPECT_FALSE(is_letter_or_digit(c));
  for (const char c : {'0', '9', 'A', 'Z', 'a', 'z'}) EXPECT_TRUE(is_letter_or_digit(c));
  EXPECT_FALSE(is_letter('0'));
  EXPECT_EQ(hex_value('7'), 7U);
  EXPECT_EQ(hex_value('a'), 10U);
  EXPECT_EQ(hex_value('F'), 15U);
}

TEST(Words, APartIsFoundFromWhereTheSearchBegins) {
  EXPECT_EQ(find_part("abcabc", "bc"), 1U);
  EXPECT_EQ(find_part("abcabc", "bc", 2), 4U);
  EXPECT_EQ(find_part("abcabc", "bc", 5), std::string_view::npos);
  EXPECT_EQ(find_part("ab", "abc"), std::string_view::npos);
  EXPECT_EQ(find_part("", "a"), std::string_view::npos);
  EXPECT_EQ(find_part("abc", "a", 7), std::string_view::npos);
}

TEST(Words, ATextHasItsParts) {
  EXPECT_TRUE(has("NCCL INFO x", "INFO"));
  EXPECT_FALSE(has("NCCL INFO x", "info"));
  EXPECT_FALSE(has("NCCL INFO x", ""));
  const std::array<std::string_view, 2> parts{"WARN", " x"};
  EXPECT_TRUE(has_any("NCCL INFO x", parts));
  EXPECT_FALSE(has_any("NCCL TRACE", parts));
}

TEST(Words, TrimmedAtBothEnds) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed("  "), "");
  EXPECT_EQ(trimmed("\n a", " "), "\n a");
}

TEST(Words, WholeNumbersAreAllOfTheText) {
  EXPECT_EQ(whole_number<int>("-7"), -7);
  EXPECT_EQ(whole_number<std::uint64_t>("ff", 16), 255U);
  EXPECT_FALSE(whole_number<int>("7 "));
  EXPECT_FALSE(whole_number<int>(""));
  EXPECT_FALSE(whole_number<std::uint8_t>("256"));
}

}  // namespace words_test
}  // namespace treering::core
