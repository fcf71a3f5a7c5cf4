#include "tuner/exporters/comment.h"

#include <gtest/gtest.h>

namespace treering::tuner::exporters {
namespace comment_test {

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

TEST(Comment, SentencesAreWrapped) {
  Comment comment;
  comment.add_wrapped("");
  EXPECT_EQ(comment.text(), "");
  // 96 characters a line: 19 words of four letters and a blank are 95 beside "# ", one too many.
  std::string sentence;
  for (int i = 0; i < 20; ++i) sentence += i == 0 ? "word" : " word";
  comment.add_wrapped(sentence);
  EXPECT_EQ(comment.text(), "# " + sentence.substr(0, 18 * 5 + 4) + "\n# word\n");
}

}  // namespace comment_test
}  // namespace treering::tuner::exporters
