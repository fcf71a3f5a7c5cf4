// The doctor over logs of real runs, kept beside the repository, and over recordings of our own.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/world/recording/recording.h"
#include "tests/cli/run.h"
#include "tests/support/recorded_fleet.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_name.h"

namespace treering::cli {
namespace doctor_logs_test {

namespace fs = std::filesystem;

const fs::path kFolder = "../shared/topologies/logs";

struct Case {
  const char* file;
  std::set<std::string> checks;  // that find something
};

void PrintTo(const Case& one, std::ostream* stream) {
  *stream << one.file;
}

std::set<std::string> checks_that_find(const std::string& topology) {
  const Outcome outcome = run("doctor " + topology + " --format json");
  EXPECT_LE(outcome.exit_code, 1) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  std::set<std::string> checks;
  for (const auto& finding : json["findings"]) {
    checks.insert(finding["check"].get<std::string>());
  }
  return checks;
}

/// An hwloc XML with the links of these bus ids, or all, at 2.5 GT/s.
std::string with_idle_links(std::string text, const std::vector<std::string>& bus_ids) {
  constexpr std::string_view kFast = "\"63.015385\"";
  for (std::size_t at = text.find(kFast); at != std::string::npos; at = text.find(kFast, at + 1)) {
    const std::size_t line = text.rfind('\n', at) + 1;
    const std::string_view before = std::string_view(text).substr(line, at - line);
    const bool is_meant = std::ranges::any_of(bus_ids, [&](const std::string& id) {
      return before.find("pci_busid=\"" + id) != std::string_view::npos;
    });
    if (is_meant || bus_ids.empty()) text.replace(at, kFast.size(), "\"4.000000\"");
  }
  return text;
}

// Both ends of the link between the root port and the switch above a GPU, or all links.
TEST(DoctorHwloc, LinksThatIdledAreNoFault) {
  const fs::path path = "../shared/topologies/hwloc/ipa20-h100.xml";
  if (!fs::exists(path)) GTEST_SKIP() << "no " << path;
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::string> both_ends{"0000:59:01.0", "0000:5a:00.0"};
  const support::TemporaryFolder folder;
  for (const auto& bus_ids : {both_ends, std::vector<std::string>()}) {
    const std::string idle = with_idle_links(text, bus_ids);
    ASSERT_NE(idle, text);
    const std::string copy = folder.path() + "/idle.xml";
    std::ofstream(copy) << idle;
    EXPECT_EQ(checks_that_find(copy), checks_that_find(path.string()));
  }
}

// One of four ports works, at one of four GPUs; NCCL would use the others.
TEST(DoctorHwloc, PortsThatAreDownAreSpareOrNot) {
  const fs::path path = "../shared/topologies/hwloc/ipa20-h100.xml";
  if (!fs::exists(path)) GTEST_SKIP() << "no " << path;
  const std::string text = run("doctor " + path.string()).out;
  EXPECT_THAT(text, ::testing::HasSubstr("1. fault: port 1 of mlx5_1, port 1 of mlx5_2 and port 1 "
                                         "of mlx5_3 are DOWN\n"));
  EXPECT_THAT(text, ::testing::HasSubstr("bring up the ports that are down on mlx5_1, mlx5_2"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("does not need")));
}

class DoctorLogs : public ::testing::TestWithParam<Case> {};

TEST_P(DoctorLogs, FindsWhatTheRunShows) {
  const fs::path path = kFolder / GetParam().file;
  if (!fs::exists(path)) GTEST_SKIP() << "no " << path;
  EXPECT_EQ(checks_that_find(path.string()), GetParam().checks);
}

const Case kCases[] = {
    {"aws-p3dn-efa-2.4.6.txt", {}},
    {"b5-2gpu-allreduce.log", {}},
    // GPUs of two PCIe trees meet in host memory.
    {"dell-dss8440-8xa100pcie.txt", {"transport"}},
    {"dell-xe8640-8xh100-2node-head.txt", {}},
    {"excerpt-nccl1769-gb200-mnnvl.log", {}},
    // Omni-Path: "GPU Direct RDMA Disabled for HCA".
    {"jeanzay-a100-32gpu.txt", {"gpudirect"}},
    {"jeanzay-v100-32gb-n4.txt", {"gpudirect"}},
    {"nebius-16xh100-part.txt", {}},
    {"panlichen-8x3090.log", {"distance"}},
    {"timez-2xa100.log", {"gpudirect"}},
    // "No transport found": the run ended. Its NCCL 2.23.4 passes over NCCL_ALGO=MSCCL, and so
    // NCCL_PROTO=Simple is weighed. NET/Socket uses bridges and veth as well.
    {"yccl-test.log", {"network-variables", "run-failures", "variables"}},
    // A guest whose PCIe switches have one lane.
    {"excerpt-nccltests256-h200vm-system.log", {"pcie-path"}},
};

INSTANTIATE_TEST_SUITE_P(Cli, DoctorLogs, ::testing::ValuesIn(kCases), [](const auto& test) {
  return treering::testing::test_name(test.param.file);
});

/// What discovery finds on a recorded machine, as a file.
std::string discovered(support::RecordedMachine machine, const support::TemporaryFolder& folder) {
  const std::string recording = folder.path() + "/machine";
  EXPECT_TRUE(hw::world::recording::write_recording(machine.recording(), recording));
  std::string file = folder.path() + "/machine.json";
  const Outcome outcome = run("discover --replay " + recording + " --format json -o " + file);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  return file;
}

TEST(DoctorRecordings, ADgxIsWell) {
  const support::TemporaryFolder folder;
  const Outcome outcome = run("doctor " + discovered(support::dgx_a100(), folder));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
}

TEST(DoctorRecordings, AGuestHidesItsTopology) {
  const support::TemporaryFolder folder;
  EXPECT_THAT(checks_that_find(discovered(support::cloud_guest(), folder)),
              ::testing::Contains("virtual"));
}

}  // namespace doctor_logs_test
}  // namespace treering::cli
