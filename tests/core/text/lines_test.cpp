#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/reading.h"

namespace treering::core {
namespace lines_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> lines_of_text(std::string_view text) {
  std::vector<std::string> found;
  for (LineReader lines(text); lines.next();) found.emplace_back(lines.line());
  return found;
}

TEST(LineReader, GoesThroughTheLines) {
  EXPECT_THAT(lines_of_text("a\n\nb\n"), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of_text("a\nb"), ElementsAre("a", "b"));
  EXPECT_THAT(lines_of_text("\n"), ElementsAre(""));
  EXPECT_THAT(lines_of_text(""), IsEmpty());
}

TEST(LineReader, OnlyTheLastLineMayLackItsEnd) {
  LineReader lines("a\n\nb");
  std::vector<bool> ends;
  while (lines.next()) ends.push_back(lines.has_end());
  EXPECT_THAT(ends, ElementsAre(true, true, false));
  LineReader one("a\n");
  ASSERT_TRUE(one.next());
  EXPECT_TRUE(one.has_end());
}

TEST(LineReader, KeepsCarriageReturns) {
  EXPECT_THAT(lines_of_text("a\r\nb\r"), ElementsAre("a\r", "b\r"));
}

TEST(LineReader, CountsFromOneAndHasTheRest) {
  LineReader lines("a\nb\nc");
  EXPECT_EQ(lines.number(), 0U);
  EXPECT_EQ(lines.rest(), "a\nb\nc");
  EXPECT_TRUE(lines.next());
  EXPECT_TRUE(lines.next());
  EXPECT_EQ(lines.number(), 2U);
  EXPECT_EQ(lines.line(), "b");
  EXPECT_EQ(lines.rest(), "c");
}

}  // namespace lines_test
}  // namespace treering::core
