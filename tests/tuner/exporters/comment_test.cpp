#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/text/quote.h"
#include "tests/support/example_plugin.h"
#include "tuner/exporters/exporter.h"
#include "tuner/exporters/plugin_csv.h"

namespace treering::tuner::exporters {
namespace comment_test {

using treering::testing::load_as_plugin;

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

// NVIDIA's plugin reads 255 bytes at a time: a row behind them would come before all others.
TEST(Comment, ALongNameIsNoRow) {
  Comment comment;
  comment.add(std::string(253, 'x') + "allreduce,0,99,ring,ll,1,-1,-1");
  comment.add("Choices for " + std::string(241, 'x') + " allreduce,0,99,tree,ll,1,-1,-1 of it");
  EXPECT_TRUE(load_as_plugin(comment.text()).empty());
  EXPECT_EQ(comment.text(), "# " + std::string(252, 'x') +
                                "\n# xallreduce,0,99,ring,ll,1,-1,-1\n# Choices for\n# " +
                                std::string(241, 'x') +
                                "\n# allreduce,0,99,tree,ll,1,-1,-1 of it\n");
}

// "€" has three bytes: 84 of them are 252, which fit beside "# ".
TEST(Comment, BreaksNoCharacter) {
  std::string name;
  for (int i = 0; i < 85; ++i) name += "\u20ac";
  Comment comment;
  comment.add(name);
  EXPECT_EQ(comment.text(), "# " + name.substr(0, 252) + "\n# " + name.substr(252) + "\n");
}

RC_GTEST_PROP(CommentProperty, NoTextIsARow, ()) {
  // Words and blanks of any length, among them what a row is made of.
  const auto word = rc::gen::element<std::string>("allreduce,0,9,ring,ll,1,-1,-1", " ", "  ", "a",
                                                  "\u20ac", "\n", std::string(200, 'x'), ",");
  std::string text;
  for (const std::string& one : *rc::gen::container<std::vector<std::string>>(word)) text += one;
  Comment comment;
  comment.add(text);
  comment.add_lines(text);
  comment.add_wrapped(text);
  RC_ASSERT(load_as_plugin(comment.text()).empty());
  std::istringstream lines(comment.text());
  for (std::string line; std::getline(lines, line);) {
    RC_ASSERT(line.starts_with('#'));
    RC_ASSERT(line.size() <= kMostLineBytes);
    RC_ASSERT(core::find_broken_utf8(line) == line.size());
  }
}

}  // namespace comment_test
}  // namespace treering::tuner::exporters
