#include "report/remarks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/text/table.h"

namespace treering::report {
namespace remarks_test {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// A word of 50 columns: two with their space do not fit into a line of 100.
std::string word(char letter) {
  return std::string(50, letter);
}

TEST(Remarks, EachLineIsMarked) {
  EXPECT_EQ(marked("a\nb", "# "), "# a\n# b\n");
  EXPECT_EQ(marked("a\n\n", "#"), "#a\n#\n");
  EXPECT_EQ(marked("", "# "), "");
}

TEST(Remarks, ParagraphsAreWrappedBehindTheirLead) {
  EXPECT_EQ(remark(word('a') + " " + word('b'), 3),
            "#    " + word('a') + "\n#    " + word('b') + "\n");
  // "# " and 98 columns: 48 and a space and 49.
  const std::string full = std::string(48, 'a') + " " + std::string(49, 'b');
  EXPECT_EQ(remark(full), "# " + full + "\n");
}

TEST(Remarks, DashesStandBeforeTheFirstLineOnly) {
  EXPECT_EQ(dashed_remark(word('a') + " " + word('b')),
            "# - " + word('a') + "\n#   " + word('b') + "\n");
  EXPECT_EQ(dashed_remark(""), "");
}

TEST(Remarks, LongListsSayHowMuchIsLeftOut) {
  EXPECT_THAT(core::shortened({"a", "b"}, 2, ""), ElementsAre("a", "b"));
  EXPECT_THAT(core::shortened({"a", "b", "c", "d"}, 2, " of this file"),
              ElementsAre("a", "b", "and 2 more of this file"));
  EXPECT_THAT(core::shortened({}, 2, ""), IsEmpty());
}

TEST(Remarks, ListsHaveATitle) {
  EXPECT_EQ(remark_list("rejected", {"a", "b"}), "#\n# rejected:\n# - a\n# - b\n");
  EXPECT_EQ(remark_list("rejected", {}), "");
  const std::string text = remark_list("rejected", std::vector<std::string>(43, "a"), ", there");
  EXPECT_THAT(text, StartsWith("#\n# rejected:\n# - a\n"));
  EXPECT_THAT(text, EndsWith("# - a\n# - and 3 more, there\n"));
}

}  // namespace remarks_test
}  // namespace treering::report
