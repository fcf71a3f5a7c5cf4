#include "tuner/comment.h"

#include <gtest/gtest.h>

namespace treering::tuner {
namespace {

TEST(Comment, StartsEveryLineWithItsMark) {
  Comment comment;
  comment.add("a");
  comment.add("");
  comment.add_lines("b\n\n  c\n");
  EXPECT_EQ(comment.text(), "# a\n#\n# b\n#\n#   c\n");
}

TEST(Comment, TakesNoLineEnd) {
  Comment comment;
  comment.add("a\nexport LD_PRELOAD=x\r\x1b[31m\u2028");
  comment.add_lines("a\rb");
  EXPECT_EQ(comment.text(), "# a?export LD_PRELOAD=x??[31m?\n# a?b\n");
}

}  // namespace
}  // namespace treering::tuner
