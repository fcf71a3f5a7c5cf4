#include "report/man_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/version.h"

namespace treering::report {
namespace man_page_test {

TEST(ManPage, TextStaysWhatItIs) {
  EXPECT_EQ(man_text(".a\n'b -c d\\e ~/f.g"), "\\&.a\n\\&'b \\-c d\\ee \\(ti/f.g");
}

TEST(ManPage, BlankLinesPartParagraphs) {
  EXPECT_EQ(man_paragraphs("a\nb\n\nc"), ".PP\na\nb\n.PP\nc\n");
}

TEST(ManPage, HeadNamesTheProgramInCapitals) {
  const std::string head = man_head("treering-gui", "a window");
  EXPECT_THAT(head, ::testing::StartsWith(".TH TREERING\\-GUI 1 \""));
  EXPECT_THAT(head, ::testing::EndsWith(".SH NAME\ntreering\\-gui \\- a window\n"
                                        ".SH SYNOPSIS\n.B treering\\-gui\n"));
}

TEST(ManPage, FootHasTheNumberAndASectionTheWholeVersion) {
  const std::string version(app::version());
  const std::string number = version.substr(0, version.find('+'));
  EXPECT_THAT(man_head("treering", "a program"),
              ::testing::HasSubstr("\"treering " + man_text(number) + "\" \"User Commands\""));
  EXPECT_EQ(man_version(), ".SH VERSION\n" + man_text(version) + "\n");
}

}  // namespace man_page_test
}  // namespace treering::report
