// Where nobody knows which NVLinks a machine has, every answer begins with that.
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace unknown_nvlinks_test {

using ::testing::ElementsAre;
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

  /// B200 as guests show it: seven bundles of NVLinks, one for each other GPU.
  std::string guest() const {
    std::string bundles;
    for (int i = 0; i < 7; ++i) {
      bundles += "<nvlink target=\"0000:9" + std::to_string(i) +
                 ":00.0\" count=\"18\" tclass=\"0x068000\"/>";
    }
    std::string text = eight_gpus("vendor=\"0x10de\" device=\"0x2901\"");
    const std::string before = "sm=\"90\" gdr=\"1\"/>";
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before)) {
      text.replace(at, before.size(), "sm=\"100\" gdr=\"1\">" + bundles + "</gpu>");
    }
    std::string path = folder_.path() + "/x.xml";
    std::ofstream(path, std::ios::binary) << text;
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
    EXPECT_THAT(first_paragraph(outcome.out), HasSubstr("are unknown")) << command;
  }
}

TEST_F(UnknownNvlinks, NoAdviceOnAGuess) {
  EXPECT_THAT(run("predict " + file("")).out, Not(HasSubstr("treering export")));
  const Outcome outcome = run("export --to tuner-csv " + file(""));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
}

TEST_F(UnknownNvlinks, OutliveConvert) {
  const std::string json = folder_.path() + "/nd.json";
  ASSERT_EQ(run("convert " + file("") + " " + json).exit_code, 0);
  EXPECT_THAT(first_paragraph(run("predict " + json).out), HasSubstr("are unknown"));
  EXPECT_EQ(run("export --to tuner-csv " + json).exit_code, 1);
}

TEST_F(UnknownNvlinks, AreThoseOfGuestsThatShowTooMany) {
  // 7 x 18 = 126.
  const std::string path = guest();
  for (const char* command : {"predict ", "explain "}) {
    EXPECT_THAT(first_paragraph(run(command + path).out), HasSubstr("GPU 0 has 126")) << command;
  }
  EXPECT_THAT(run("predict " + path).out, Not(HasSubstr("treering export")));
  const Outcome outcome = run("export --to tuner-csv " + path);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
}

TEST_F(UnknownNvlinks, NoWordOnWhatTheWiresAllow) {
  for (const bool is_guest : {false, true}) {
    const std::string path = is_guest ? guest() : file("");
    const std::string text = run("predict " + path).out;
    EXPECT_THAT(text, Not(HasSubstr("wires")));
    EXPECT_THAT(run("predict --channels 2,4 " + path).out, Not(HasSubstr("NCCL_MAX_CTAS=")));
  }
}

TEST_F(UnknownNvlinks, AreInJson) {
  const auto guesses = [](const std::string& line) {
    return nlohmann::json::parse(run(line + " --format json").out)["guesses"].dump();
  };
  for (const char* command : {"predict ", "explain "}) {
    EXPECT_EQ(guesses(command + file("")), R"(["nvlinks"])");
    EXPECT_EQ(guesses(command + std::string("dgx-h100")), "[]");
  }
}

TEST_F(UnknownNvlinks, AreInEveryRowOfCsv) {
  const auto last_fields = [](const std::string& line) {
    std::set<std::string> fields;
    std::istringstream text(run(line + " -b 1M -e 4M --format csv").out);
    for (std::string row; std::getline(text, row);) fields.insert(row.substr(row.rfind(',') + 1));
    return fields;
  };
  EXPECT_THAT(last_fields("predict " + file("")), ElementsAre("guesses", "nvlinks"));
  EXPECT_THAT(last_fields("predict dgx-h100"), ElementsAre("", "guesses"));
}

TEST_F(UnknownNvlinks, AreInEveryRowOfExplainsCsv) {
  const auto last_fields = [](const std::string& line) {
    std::set<std::string> fields;
    std::istringstream text(run(line + " --format csv").out);
    for (std::string row; std::getline(text, row);) fields.insert(row.substr(row.rfind(',') + 1));
    return fields;
  };
  EXPECT_THAT(last_fields("explain " + file("")), ElementsAre("guesses", "nvlinks"));
  EXPECT_THAT(last_fields("explain dgx-h100"), ElementsAre("", "guesses"));
}

TEST_F(UnknownNvlinks, AreWhereShowDrawsThem) {
  const std::string path = guest();
  for (const char* options : {"", " --tree", " --graphs", " --svg -"}) {
    EXPECT_THAT(run("show " + path + options).out, HasSubstr("GPU 0 has 126")) << options;
    EXPECT_THAT(run("show dgx-h100" + std::string(options)).out, Not(HasSubstr("are unknown")));
  }
  EXPECT_EQ(nlohmann::json::parse(run("show " + path + " --format json").out)["guesses"].dump(),
            R"(["nvlinks"])");
}

TEST_F(UnknownNvlinks, MakeTimesOfDiffAGuess) {
  const auto json = nlohmann::json::parse(run("diff dgx-h100 " + guest() + " --format json").out);
  EXPECT_EQ(json["a"]["guesses"].dump(), "[]");
  EXPECT_EQ(json["b"]["guesses"].dump(), R"(["nvlinks"])");
}

TEST_F(UnknownNvlinks, CheckFindsNoOtherMachine) {
  const std::string log = folder_.path() + "/runs.csv";
  // 1 GiB in 4 ms is 268 GB/s, several times what PCIe 5.0 carries.
  std::ofstream(log) << "collective,size_bytes,nodes,ranks,time_us_oop\n"
                        "all_reduce,536870912,1,8,2000\nall_reduce,1073741824,1,8,4000\n";
  const Outcome known =
      run("check " + log + " --topology " + file("vendor=\"0x10de\" device=\"0x26b9\""));
  EXPECT_EQ(known.exit_code, 1);
  const std::string line = "check " + log + " --topology " + file("");
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* verdict : {"not the machine", "beyond the links", "better than the profile"}) {
    EXPECT_THAT(outcome.out, Not(HasSubstr(verdict)));
  }
  const auto json = nlohmann::json::parse(run(line + " --format json").out);
  EXPECT_EQ(json["guesses"].dump(), R"(["nvlinks"])");
  EXPECT_TRUE(json["other_machine"].is_null());
}

TEST_F(UnknownNvlinks, CheckBlamesNoMachineForLinksThatAreNotThere) {
  const std::string log = folder_.path() + "/runs.csv";
  // 2.3 ms are right for 18 NVLinks of B200 (dgx-b200), but not for 126.
  std::ofstream(log) << "collective,size_bytes,nodes,ranks,time_us_oop\n"
                        "all_reduce,536870912,1,8,1200\nall_reduce,1073741824,1,8,2300\n";
  const std::string line = "check " + log + " --topology " + guest();
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.out, Not(HasSubstr("causes")));
  EXPECT_TRUE(nlohmann::json::parse(run(line + " --format json").out)["causes"].empty());
}

TEST_F(UnknownNvlinks, AreNoFault) {
  EXPECT_EQ(run("doctor " + file("")).exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(run("doctor --format json " + file("")).out)["guesses"].dump(),
            R"(["nvlinks"])");
}

TEST_F(UnknownNvlinks, ACardThatIsKnownIsReadAsItIs) {
  // An L40S: no NVLinks.
  const std::string path = file("vendor=\"0x10de\" device=\"0x26b9\"");
  const Outcome outcome = run("predict " + path);
  EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr("NVLinks")));
  // Where nothing is gained a table is refused, too: NCCL's own choices are pinned.
  EXPECT_EQ(run("export --to tuner-csv --model nccl " + path).exit_code, 0);
}

}  // namespace unknown_nvlinks_test
}  // namespace treering::cli
