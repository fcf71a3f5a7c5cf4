// The doctor over logs of real runs, kept beside the repository, and over recordings of our own.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/world/recording.h"
#include "tests/cli/run.h"
#include "tests/support/recorded_fleet.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_name.h"

namespace treering::cli {
namespace {

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
    // NCCL_PROTO=Simple is weighed.
    {"yccl-test.log", {"run-failures", "variables"}},
    // A guest whose PCIe switches have one lane.
    {"excerpt-nccltests256-h200vm-system.log", {"pcie-path"}},
};

INSTANTIATE_TEST_SUITE_P(Cli, DoctorLogs, ::testing::ValuesIn(kCases), [](const auto& test) {
  return treering::testing::test_name(test.param.file);
});

/// What discovery finds on a recorded machine, as a file.
std::string discovered(support::RecordedMachine machine, const support::TemporaryFolder& folder) {
  const std::string recording = folder.path() + "/machine";
  EXPECT_TRUE(hw::write_recording(machine.recording(), recording));
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

}  // namespace
}  // namespace treering::cli
