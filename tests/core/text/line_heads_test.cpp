#include "core/text/line_heads.h"

#include <gtest/gtest.h>

namespace treering::core {
namespace line_heads_test {

TEST(LineHeads, AreTimes) {
  for (const char* const head :
       {"2026-11-30T10:00:00.123456789Z ", "2026-11-30T10:00:00.123456789Z stdout F ",
        "[2026-11-30 10:00:00,123] [INFO] ", "2026-11-30 10:00:00,123 - INFO - ",
        "Nov 30 10:00:00 node1 train[123]: ", "Nov  3 10:00:00 node1 train[123]: ",
        "2026-11-30T10:00:00+0100 node1 train[123]: ", "INFO 11-30 10:00:00 [env.py:12] ",
        "INFO 11-30 10:00:00 env.py:12] ", "[INFO] "}) {
    EXPECT_EQ(without_line_heads(head + std::string("GPU0\tX\n")), "GPU0\tX\n") << head;
  }
}

TEST(LineHeads, AreNumbersThatCountUp) {
  EXPECT_EQ(without_line_heads(" 9 | a\n10 | \tb\n11 | \n12 | c\n"), "a\n\tb\n\nc\n");
  EXPECT_EQ(without_line_heads("1: a\n2: b\n3: c"), "a\nb\nc");
  EXPECT_EQ(without_line_heads("     1\ta\n     2\t\tb\n     3\tc\n"), "a\n\tb\nc\n");
  // Ranks of a launcher, and figures.
  for (const char* const text : {"0: a\n0: b\n1: c\n", "8 2\n16 4\n32 8\n", "1: a\n2: b\n",
                                 "01:00.0 a\n02:00.0 b\n03:00.0 c\n"}) {
    EXPECT_EQ(without_line_heads(text), text);
  }
}

TEST(LineHeads, AreMarksThatNearlyAllLinesHave) {
  EXPECT_EQ(without_line_heads("# a\n#\n# \tb\n"), "a\n\n\tb\n");
  EXPECT_EQ(without_line_heads("$ a\n$ b\n$ c\n"), "a\nb\nc\n");
  EXPECT_EQ(without_line_heads("# a\nb\n# c\n# d\n"), "# a\nb\n# c\n# d\n");
}

TEST(LineHeads, StandBehindTagsOfLaunchers) {
  EXPECT_EQ(without_line_heads("(Worker pid=7) INFO 11-30 10:00:00 [env.py:12] GPU0\n"),
            "(Worker pid=7) GPU0\n");
}

TEST(LineHeads, AreNoWordsOfTheText) {
  for (const char* const text :
       {"GPU0\t X \tNV4\n", "INFO is a level\n", "2026 was a year\n", "[1,0]<stdout>:a\n",
        "Nov was cold\n", "0-31,64-95\n", "11-30 rows\n"}) {
    EXPECT_EQ(without_line_heads(text), text);
  }
}

}  // namespace line_heads_test
}  // namespace treering::core
