// Machines that can be shown but not predicted, and machines that cannot even be read.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/cli/run.h"

namespace treering::cli {
namespace unfit_machines_test {

using ::testing::HasSubstr;

/// GPUs on one CPU, without a network. Compute capability 0 is left out.
std::string machine(int gpus, int compute_capability) {
  std::string text =
      "<system version=\"1\"><cpu numaid=\"0\" arch=\"x86_64\" vendor=\"GenuineIntel\" "
      "familyid=\"6\" modelid=\"143\">\n";
  const std::string sm =
      compute_capability == 0 ? "" : fmt::format(" sm=\"{}\"", compute_capability);
  for (int i = 0; i < gpus; ++i) {
    text += fmt::format(
        "<pci busid=\"0000:{:02x}:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" "
        "link_width=\"16\"><gpu dev=\"{}\"{} rank=\"{}\" gdr=\"1\"/></pci>\n",
        i + 1, i, sm, i);
  }
  return text + "</cpu></system>\n";
}

class UnfitMachines : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }

  /// What a command says of a machine whose file has this text.
  Outcome run_on(const std::string& text, const std::string& command) const {
    std::ofstream(file_) << text;
    const std::size_t name_end = command.find(' ');
    const std::string options = name_end == std::string::npos ? "" : command.substr(name_end);
    return run(command.substr(0, name_end) + " " + file_ + options);
  }

  const std::string file_ =
      (std::filesystem::temp_directory_path() /
       ("treering-unfit-" + std::to_string(getpid()) + "-" +
        ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".xml"))
          .string();
};

TEST_F(UnfitMachines, WithoutComputeCapabilityAreShown) {
  const Outcome shown = run_on(machine(2, 0), "show");
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("GPU1"));
}

TEST_F(UnfitMachines, WithoutAPortHaveNoJobOfSeveralNodes) {
  EXPECT_EQ(run_on(machine(2, 90), "doctor --nodes 2").exit_code, 2);
  EXPECT_EQ(run_on(machine(2, 90), "doctor").exit_code, 0);
}

TEST_F(UnfitMachines, WithoutComputeCapabilityAreNotPredicted) {
  for (const std::string command : {"show --graphs", "show --graphs --format json", "predict",
                                    "explain -b 1M", "export --to tuner-csv"}) {
    const Outcome outcome = run_on(machine(2, 0), command);
    EXPECT_EQ(outcome.exit_code, 3) << command;
    EXPECT_EQ(outcome.out, "") << command;
  }
}

TEST_F(UnfitMachines, WithComputeCapabilityArePredicted) {
  const Outcome outcome = run_on(machine(2, 90), "predict -b 1M");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Ring/"));
}

TEST_F(UnfitMachines, WithAsManyGpusAsThereMayBeAreShown) {
  const Outcome shown = run_on(machine(144, 90), "show");
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("144 GPUs"));
}

TEST_F(UnfitMachines, WithMoreGpusAreRefused) {
  for (const std::string command : {"show", "show --format json", "predict"}) {
    const Outcome outcome = run_on(machine(145, 90), command);
    EXPECT_EQ(outcome.exit_code, 3) << command;
    EXPECT_EQ(outcome.out, "") << command;
    EXPECT_EQ(outcome.err, "treering: " + file_ +
                               ": /devices: 145 GPUs in one node, expected at most 144; describe "
                               "one node, and give their number with --nodes\n")
        << command;
  }
}

/// Two GPUs; an nvlink leads from the first to the second, and none back.
std::string one_sided() {
  std::string text = machine(2, 80);
  const std::string_view end = "gdr=\"1\"/>";
  return text.replace(text.find(end), end.size(),
                      "gdr=\"1\"><nvlink target=\"0000:02:00.0\" count=\"4\" "
                      "tclass=\"0x030200\"/></gpu>");
}

TEST_F(UnfitMachines, WithNvlinksOneWayAreShown) {
  const Outcome shown = run_on(one_sided(), "show --quiet");
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("NV4"));
}

TEST_F(UnfitMachines, WithNvlinksOneWayAreNotPredicted) {
  for (const std::string command : {"show --graphs", "predict", "explain -b 1M"}) {
    const Outcome outcome = run_on(one_sided(), command);
    EXPECT_EQ(outcome.exit_code, 3) << command;
    EXPECT_EQ(outcome.out, "") << command;
  }
}

}  // namespace unfit_machines_test
}  // namespace treering::cli
