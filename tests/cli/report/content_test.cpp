// The first words of treering report, what it leaves out, and what its pictures carry.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/measured_job.h"
#include "tests/cli/run.h"
#include "tests/support/svg_colours.h"

namespace treering::cli {
namespace report_content_test {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kShort = "report dgx-a100 --nodes 2 -b 1M -e 64M -f 8 ";

class ReportContent : public MeasuredJob {};

std::string section_named(const std::string& markdown, const std::string& title) {
  const std::size_t begin = markdown.find("\n## " + title + "\n");
  if (begin == std::string::npos) return "";
  return markdown.substr(begin, markdown.find("\n## ", begin + 1) - begin);
}

// 367.83 GB/s by NCCL's own choice on wires that allow any algorithm 516.67: 71 %.
TEST_F(ReportContent, BeginsWithTheNumber) {
  const std::string text = run("report dgx-h100 --nodes 4 --format markdown").out;
  EXPECT_THAT(section_named(text, "In short"),
              AllOf(HasSubstr("8 GiB: 361 GB/s"), HasSubstr("1 MiB: 112 us")));
  const std::string page = run("report dgx-h100 --nodes 4 --format html").out;
  const std::string first = page.substr(page.find("id=\"short\""));
  EXPECT_THAT(first.substr(0, first.find("</section>")),
              AllOf(HasSubstr("361 GB/s"), HasSubstr("<svg ")));
}

// The file's largest call: 40 us and 0.01 us per 1000 bytes are 2724 us at 256 MiB, 185 GB/s.
TEST_F(ReportContent, BeginsWithTheMeasuredNumberWhereThereIsOne) {
  const std::string text = run("report dgx-a100 --nodes 2 -b 1M -e 256M -f 4 --measurements " +
                               runs_ + " --format markdown")
                               .out;
  EXPECT_THAT(section_named(text, "In short"), AllOf(HasSubstr("256 MiB: 185 GB/s (measured"),
                                                     HasSubstr("1 MiB: 50.5 us (measured")));
}

TEST_F(ReportContent, HeadingsWithNothingBelowAreLeftOut) {
  const std::string text = run("report dgx-h100 --nodes 4 --format markdown").out;
  for (const char* const title :
       {"Is my number normal?", "Do the runs agree?", "What was not measured, and why"}) {
    EXPECT_EQ(section_named(text, title), "") << title;
  }
  // What keeps runs from being compared with each other is among what was not measured.
  const std::string measured = run(kShort + ("--measurements " + runs_ + " --format markdown")).out;
  EXPECT_EQ(section_named(measured, "Do the runs agree?"), "");
  EXPECT_THAT(section_named(measured, "What was not measured, and why"), HasSubstr("A second run"));
}

// The wires allow any algorithm so much; what they allow one of them is another figure.
TEST_F(ReportContent, OfTheWiresIsTheShareOfTheBound) {
  const std::string text = run(kShort + ("--measurements " + runs_ + " --format markdown")).out;
  EXPECT_THAT(text,
              AllOf(Not(HasSubstr("of the wires (%)")),
                    ContainsRegex("of what the network ports of a node allow [A-Za-z]+ [(]%")));
}

TEST_F(ReportContent, PicturesHaveTheirColoursInThemselves) {
  const auto pictures = support::svgs_in(run(std::string(kShort) + "--format html").out);
  EXPECT_GE(pictures.size(), 4U);  // machine, summary, two charts
  for (const std::string& svg : pictures) {
    EXPECT_THAT(support::borrowed_colours(svg), ::testing::IsEmpty());
  }
}

/// Two sizes of one launch each, the second of which takes that many times as long as before.
class UndecidedRows : public MeasuredJob {
 protected:
  std::string compared(double factor) const {
    const auto runs = [](double times) {
      return kHead + fmt::format("one,all_reduce,1024,2,16,,100\none,all_reduce,4096,2,16,,{}\n",
                                 times * 110);
    };
    const Outcome outcome = run(kShort + ("--compare " + write("before.csv", runs(1)) + " " +
                                          write("after.csv", runs(factor)) + " --format markdown"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  }
};

// One launch a side proves nothing, but a change is worth a word, whichever way it goes.
TEST_F(UndecidedRows, TheLargestChangeIsNamed) {
  EXPECT_THAT(compared(4), HasSubstr("largest change"));
  EXPECT_THAT(compared(1), Not(HasSubstr("largest change")));
}

}  // namespace report_content_test
}  // namespace treering::cli
