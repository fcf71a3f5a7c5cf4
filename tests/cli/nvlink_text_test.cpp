// Where nobody knows which NVLinks a machine has, every answer begins with that.
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Eight GPUs of compute capability 9.0, four a socket; `ids` stands in their pci elements.
std::string eight_gpus(const std::string& ids) {
  std::string text = "<system version=\"1\">\n";
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    if (i % 4 == 0) {
      text += "<cpu numaid=\"" + std::to_string(i / 4) +
              "\" affinity=\"ff\" arch=\"x86_64\" vendor=\"GenuineIntel\" familyid=\"6\" "
              "modelid=\"143\">\n";
    }
    text += "<pci busid=\"0000:1" + number + ":00.0\" class=\"0x030200\" " + ids +
            " link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"><gpu dev=\"" + number +
            "\" sm=\"90\" gdr=\"1\"/></pci>\n";
    if (i % 4 == 3) text += "</cpu>\n";
  }
  return text + "</system>\n";
}

class UnknownNvlinks : public ::testing::Test {
 protected:
  std::string file(const std::string& ids) const {
    std::string path = folder_.path() + "/x.xml";
    std::ofstream(path, std::ios::binary) << eight_gpus(ids);
    return path;
  }

  support::TemporaryFolder folder_;
};

/// Up to the first line without text.
std::string first_paragraph(const std::string& text) {
  const std::size_t end = std::min(text.find("\n\n"), text.find("\n#\n"));
  std::string paragraph = text.substr(0, end);
  for (std::size_t at = paragraph.find("\n# "); at != std::string::npos;
       at = paragraph.find("\n# ")) {
    paragraph.replace(at, 3, " ");
  }
  return paragraph;
}

TEST_F(UnknownNvlinks, ComeFirstInPredictAndExplain) {
  for (const char* command : {"predict ", "explain ", "predict --channels 2,4 "}) {
    const Outcome outcome = run(command + file(""));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(first_paragraph(outcome.out),
                HasSubstr("NVLinks of x are unknown: the file has no nvlink elements"))
        << command;
    EXPECT_THAT(outcome.err, HasSubstr("NVLinks are unknown")) << command;
  }
}

TEST_F(UnknownNvlinks, NoAdviceOnAGuess) {
  EXPECT_THAT(run("predict " + file("")).out, Not(HasSubstr("treering export")));
  const Outcome outcome = run("export --to tuner-csv " + file(""));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("nothing written: NVLinks of x are unknown"));
}

TEST_F(UnknownNvlinks, AreNoFault) {
  const Outcome outcome = run("doctor " + file(""));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("nothing found"));
  EXPECT_THAT(outcome.out, HasSubstr("they are not told: the file has no"));
}

TEST_F(UnknownNvlinks, ACardThatIsKnownIsReadAsItIs) {
  // An L40S: no NVLinks.
  const std::string path = file("vendor=\"0x10de\" device=\"0x26b9\"");
  const Outcome outcome = run("predict " + path);
  EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr("NVLinks")));
  EXPECT_EQ(run("export --to tuner-csv " + path).exit_code, 0);
}

}  // namespace
}  // namespace treering::cli
