// Where notes stand in a text: below its heading, or above a text without one.
#include "report/heading.h"

#include <gtest/gtest.h>

namespace treering::report {
namespace heading_test {

TEST(NoteLines, StandBelowTheHeading) {
  EXPECT_EQ(
      with_note_lines("# treering: predicted\n# job: 2 nodes\n#\n# size\n1\n", {"one", "two"}),
      "# treering: predicted\n# job: 2 nodes\n# note:     one\n# note:     two\n#\n# size\n1\n");
  EXPECT_EQ(with_note_lines("# treering: found\n\nText\n", {"one"}),
            "# treering: found\n# note:     one\n\nText\n");
}

TEST(NoteLines, StandAboveATextWithoutHeading) {
  EXPECT_EQ(with_note_lines("dgx-h100\n8 GPUs\n", {"one"}), "# note:     one\ndgx-h100\n8 GPUs\n");
  EXPECT_EQ(with_note_lines("", {"one"}), "# note:     one\n");
}

// "word word" does not fit into 18 columns behind the label.
TEST(NoteLines, AreWrapped) {
  EXPECT_EQ(with_note_lines("", {"word word"}, 18), "# note:     word\n#           word\n");
}

TEST(NoteLines, AreNoneWithoutNotes) {
  EXPECT_EQ(with_note_lines("# a\nb\n", {}), "# a\nb\n");
}

// A last line that lacks its end.
TEST(NoteLines, EndWithALine) {
  EXPECT_EQ(with_note_lines("# a", {}), "# a");
}

}  // namespace heading_test
}  // namespace treering::report
