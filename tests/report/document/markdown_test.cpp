#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/document/document.h"
#include "tests/report/document/sample.h"

namespace treering::report::document {
namespace markdown_test {

using ::testing::HasSubstr;
using ::testing::Not;

Document with(Block block) {
  Document document;
  document.title = "t";
  document.origin = "treering";
  document.sections.push_back({"s", "Section", {std::move(block)}});
  return document;
}

TEST(Markdown, HasSectionsSentencesAndTables) {
  const std::string text =
      to_markdown(with(Table{"Times", {{"size"}, {"choice", false}}, {{"8 B", "Ring/LL"}}}));
  EXPECT_EQ(
      text,
      "# t\n\n\n\n## Section\n\nTimes\n\n| size | choice |\n| ---: | --- |\n| 8 B | Ring/LL |\n"
      "\nMade by treering.\n");
}

TEST(Markdown, NamesStayReadable) {
  EXPECT_THAT(to_markdown(with(Paragraph{"all_reduce of 8 B"})),
              HasSubstr("\nall_reduce of 8 B\n"));
}

TEST(Markdown, OutsideTextIsNoMarkup) {
  const std::string text =
      to_markdown(with(Table{"", {{"a"}}, {{"x|y <b> `c` *d* _e_ [f](g) #1\n# h"}}}));
  EXPECT_THAT(text, HasSubstr(R"(x\|y \<b\> \`c\` \*d\* \_e\_ \[f\](g) \#1?\# h)"));
}

TEST(Markdown, CodeEndsWhereItEnds) {
  const std::string text = to_markdown(with(Code{"", "a\n```\nb"}));
  EXPECT_THAT(text, HasSubstr("````\na\n```\nb\n````\n"));
}

TEST(Markdown, ChartsAreTheirSentences) {
  const std::string text = to_markdown(with(sample_chart("x")));
  EXPECT_THAT(text, HasSubstr("**x.** x\n"));
  EXPECT_THAT(text, Not(HasSubstr("<svg")));
}

}  // namespace markdown_test
}  // namespace treering::report::document
