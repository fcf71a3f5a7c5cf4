#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"
#include "tests/support/golden.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace doctor_test {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(DoctorCommand, NothingWrong) {
  const Outcome outcome = run("doctor dgx-h100");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("# - ")));
}

TEST(DoctorCommand, ChecksThatWereNotMadeAreListedOnDemand) {
  const auto skipped =
      nlohmann::json::parse(run("doctor dgx-h100 --format json").out)["not_looked_at"];
  const std::string text = run("doctor dgx-h100 --verbose").out;
  EXPECT_THAT(text, HasSubstr(fmt::format("# {} of ", skipped.size())));
  std::size_t listed = 0;
  for (auto at = text.find("\n# - "); at != std::string::npos; at = text.find("\n# - ", at + 1))
    ++listed;
  EXPECT_EQ(listed, skipped.size());
}

TEST(DoctorCommand, GoldenSaysWhatAVariableCosts) {
  const Outcome outcome =
      run("doctor dgx-h100 --nodes 2 --env NCCL_IB_HCA==mlx5_0 --env NCCL_PROTO=LL");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  testing::expect_golden("cli/doctor_dgx-h100_n2.txt", outcome.out);
}

TEST(DoctorCommand, HintsAreNoIllness) {
  const Outcome outcome = run("doctor dgx-h100 --env NCCL_DEBUG=TRACE --quiet");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("# ")));
}

TEST(DoctorCommand, Json) {
  const Outcome outcome = run("doctor dgx-a100 --env NCCL_PROTO=LL --format json");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["schema"], "treering.doctor/1");
  EXPECT_EQ(json["environment"]["NCCL_PROTO"], "LL");
  ASSERT_EQ(json["findings"].size(), 1U);
  const auto& finding = json["findings"][0];
  EXPECT_EQ(finding["check"], "variables");
  EXPECT_EQ(finding["gravity"], "warning");
  EXPECT_EQ(finding["evidence"], "--env");
  ASSERT_EQ(finding["losses"].size(), 6U);
  const auto& loss = finding["losses"][0];
  EXPECT_NEAR(loss["factor"].get<double>(),
              loss["time_us"].get<double>() / loss["mended_us"].get<double>(),
              1e-3 * loss["factor"].get<double>());
}

// NCCL has no Tree for all_gather: the call fails, and its time is none.
TEST(DoctorCommand, CallsThatFailHaveNoTime) {
  const Outcome outcome = run("doctor dgx-a100 --env NCCL_ALGO=Tree --format json");
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_TRUE(json["findings"][0]["losses"][0]["time_us"].is_null());
}

std::string log_in(const support::TemporaryFolder& folder, const std::string& text) {
  const std::string path = folder.path() + "/job.log";
  std::ofstream(path) << text;
  return path;
}

// All that NCCL_DEBUG=WARN prints.
TEST(DoctorCommand, OfARunWithoutAMachine) {
  const support::TemporaryFolder folder;
  const std::string path = log_in(
      folder,
      "n1:7:9 [1] include/shm.h:28 NCCL WARN Call to posix_fallocate failed : No space left on "
      "device\n");
  const Outcome outcome = run("doctor " + path);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("loss  ")));
  const auto json = nlohmann::json::parse(run("doctor --format json " + path).out);
  EXPECT_TRUE(json["topology"].is_null());
  EXPECT_TRUE(json["nodes"].is_null());
  EXPECT_TRUE(json["profile"].is_null());
  EXPECT_EQ(json["findings"][0]["check"], "run-failures");
  const auto is_without_machine = [](const nlohmann::json& one) {
    return one["why"] == "the text shows no machine";
  };
  EXPECT_TRUE(std::ranges::any_of(json["not_looked_at"], is_without_machine));
  EXPECT_EQ(run("show " + path).exit_code, 3);
  EXPECT_EQ(run("predict " + path).exit_code, 3);
}

// The log names adapters, connections and settings, though no machine.
TEST(DoctorCommand, OfARunWithoutAMachineAndItsSettings) {
  const support::TemporaryFolder folder;
  const std::string path = log_in(
      folder,
      "n1:7:9 [0] NCCL INFO NET/IB : GPU Direct RDMA Disabled for HCA 1 'mlx5_1' (no module)\n"
      "n1:7:9 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to docker0\n"
      "n1:7:9 [0] NCCL INFO NCCL_P2P_DISABLE set by environment to 1\n"
      "n1:7:9 [0] NCCL INFO P2P is disabled between connected GPUs 1 and 0. You can repress this\n"
      "n1:7:9 [0] NCCL INFO Channel 00 : 0[1a000] -> 1[1a000] [receive] via NET/IB/0\n"
      "n1:7:9 [0] NCCL INFO Channel 00 : 0[1a000] -> 2[1b000] via direct shared memory\n"
      "n1:7:9 [0] NCCL INFO TUNER/Plugin: Using tuner plugin nccl_ofi_tuner\n"
      "n1:7:9 [0] NCCL INFO Channel 00 : 0[1a000] -> 1[1a000] [receive] via NET/Socket/0\n");
  const Outcome outcome = run("doctor --format json " + path);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  std::set<std::string> checks;
  for (const auto& finding : json["findings"]) {
    checks.insert(finding["check"].get<std::string>());
    EXPECT_TRUE(finding["losses"].empty());
  }
  EXPECT_EQ(checks, (std::set<std::string>{"gpudirect", "network-variables", "peer-access",
                                           "plugins", "transport"}));
}

TEST(DoctorCommand, NamesThatNcclDoesNotHave) {
  EXPECT_EQ(run("doctor dgx-h100 --env NCCL_ALGOO=ring").exit_code, 2);
  EXPECT_EQ(run("doctor no-such-machine").exit_code, 3);
}

}  // namespace doctor_test
}  // namespace treering::cli
