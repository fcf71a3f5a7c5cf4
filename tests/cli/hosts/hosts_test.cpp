// `hosts` in place of TOPOLOGY, on recorded results: tests/data/measured.
#include <algorithm>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace hosts_test {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string kFolder = "tests/data/measured/";
const std::string kMpi4 = kFolder + "shaped-mpi-4.jsonl";

std::string error_of(const std::string& line, int exit_code) {
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.exit_code, exit_code) << line;
  return outcome.err;
}

TEST(CalibrateHosts, WritesAProfileThatPredictHostsReads) {
  const support::TemporaryFolder folder;
  const std::string profile = folder.path() + "/hosts.json";
  const Outcome fitted = run("calibrate hosts --measurements " + kMpi4 + " -o " + profile);
  ASSERT_EQ(fitted.exit_code, 0) << fitted.err;
  EXPECT_THAT(fitted.out, StartsWith("# treering: calibrated to "));
  std::ifstream file(profile);
  const json written = json::parse(file);
  EXPECT_EQ(written["schema"], "treering.profile/1");
  EXPECT_TRUE(written["parameters"].contains("mpi.tcp.turn_us"));
  EXPECT_FALSE(written["parameters"].contains("gloo.tcp.latency_us"));  // nothing is said of it

  const Outcome predicted = run("predict hosts --ranks 4 --nic-rate 0.1 --profile " + profile +
                                " -b 64K -e 1M -f 4 --format json");
  ASSERT_EQ(predicted.exit_code, 0) << predicted.err;
  const json answer = json::parse(predicted.out);
  EXPECT_EQ(answer["schema"], "treering.predict_hosts/1");
  EXPECT_EQ(answer["profile"], "hosts");
  EXPECT_EQ(answer["assumed"], false);
}

// Half of the calls, none of the same algorithm, say within a fifth what the others take.
TEST(ValidateHosts, JudgesCallsThatTheFitHasNotSeen) {
  for (const std::string ranks : {"4", "8"}) {
    const Outcome outcome = run("validate hosts --measurements " + kFolder + "shaped-mpi-" + ranks +
                                ".jsonl --format json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json report = json::parse(outcome.out);
    const json score = report["summary"]["mpi-" + ranks]["cost"];
    EXPECT_EQ(score["n"], report["rows"].size());
    EXPECT_LT(score["median_abs_rel"], 0.2);
    EXPECT_GT(score["covered_80"], 0.7);
  }
}

/// The lines of `file` that have `text`, as a file of their own.
std::string lines_with(const std::string& text, const std::string& file,
                       const support::TemporaryFolder& folder) {
  std::string name = folder.path() + "/some.jsonl";
  std::ifstream from(file);
  std::ofstream to(name);
  for (std::string line; std::getline(from, line);) {
    if (line.find(text) != std::string::npos) to << line << '\n';
  }
  return name;
}

// A broadcast by Gloo has one algorithm: no fit to others can judge it.
TEST(ValidateHosts, SaysWhereNoAlgorithmIsUnseen) {
  const support::TemporaryFolder folder;
  const std::string some =
      lines_with(R"("collective": "broadcast")", kFolder + "shaped-gloo-4.jsonl", folder);
  const json report =
      json::parse(run("validate hosts --measurements " + some + " --format json").out);
  EXPECT_TRUE(report["rows"].empty());
  EXPECT_TRUE(report["overall"]["cost"].is_null());
}

// That recording is older than some of the patterns that the witness compares with.
TEST(ValidateHosts, ListsCallsOfUnknownMessages) {
  const json report =
      json::parse(run("validate hosts --measurements " + kMpi4 + " --format json").out);
  EXPECT_THAT(report["left_out"],
              Contains("broadcast 128 KiB scatter_allgather: its messages are of no algorithm that "
                       "the witness knew"));
  for (const json& row : report["rows"]) EXPECT_NE(row["algorithm"], "scatter_allgather");
}

TEST(ValidateHosts, HasATable) {
  const std::string command = "validate hosts --measurements " + kMpi4;
  EXPECT_THAT(run(command + " --format csv").out,
              StartsWith("id,collective,bytes,measured_us,cost_us,low_us,high_us,algorithm,runner,"
                         "ranks\nmpi-4,all_reduce,"));
}

// Fitted to Open MPI, it has nothing for Gloo.
TEST(ValidateHosts, SaysWhereAProfileHasNothingForTheCalls) {
  const support::TemporaryFolder folder;
  const std::string profile = folder.path() + "/hosts.json";
  ASSERT_EQ(run("calibrate hosts --measurements " + kMpi4 + " -o " + profile).exit_code, 0);
  const std::string command =
      "validate hosts --format csv --profile " + profile + " --measurements ";
  const Outcome gloo = run(command + kFolder + "shaped-gloo-4.jsonl");
  ASSERT_EQ(gloo.exit_code, 0) << gloo.err;
  EXPECT_THAT(gloo.err, HasSubstr("no fitted parameter"));
  EXPECT_THAT(run(command + kMpi4).err, Not(HasSubstr("no fitted parameter")));
  const Outcome both =
      run(command + kMpi4 + " --measurements " + kFolder + "shaped-gloo-4.jsonl --format json");
  ASSERT_EQ(both.exit_code, 0) << both.err;
  EXPECT_EQ(json::parse(both.out)["assumed_jobs"].size(), 1U);
}

// Both names stand beside each other: what the library takes, and what is best.
TEST(PredictHosts, ShowsTheOwnChoiceAndTheBest) {
  const Outcome outcome = run("predict hosts --runner gloo --ranks 8 --nic-rate 10 -b 1M -e 1M");
  EXPECT_THAT(outcome.out, HasSubstr("own choice"));
  const Outcome all =
      run("predict hosts --runner gloo --ranks 8 --nic-rate 10 -b 1M -e 1M --algo all --quiet");
  EXPECT_THAT(all.out, HasSubstr("ring_chunked"));
  EXPECT_THAT(all.out, Not(HasSubstr("#")));
  const Outcome one = run(
      "predict hosts --runner gloo --ranks 8 --nic-rate 10 -b 1M -e 1M --algo BCUBE --format csv");
  EXPECT_THAT(one.out, HasSubstr("all_reduce,1048576,bcube,"));
  EXPECT_THAT(one.out, Not(HasSubstr("ring")));
}

// No call is faster than its bytes over the links.
TEST(PredictHosts, IsBoundedByTheLinks) {
  const Outcome outcome = run(
      "predict hosts --ranks 4 --nic-rate 1 -c tuned -b 1M -e 16M -f 16 --algo all --format json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json answer = json::parse(outcome.out);
  for (const json& row : answer["results"]) {
    EXPECT_LT(row["busbw_GBps"], 0.125) << row;
  }
}

TEST(PredictHosts, TakesItsQuestionFromMeasurements) {
  const Outcome outcome =
      run("predict hosts --measurements " + kMpi4 + " -c all_reduce --format json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json answer = json::parse(outcome.out);
  EXPECT_EQ(answer["ranks"], 4);
  EXPECT_EQ(answer["gbit"], json::array({0.1, 0.1, 0.1, 0.1}));
  EXPECT_THAT(answer["evidence"], HasSubstr(" measured calls"));
  ASSERT_EQ(answer["recommended"].size(), 1U);
  EXPECT_FALSE(answer["results"][0]["measured_us"].is_null());
}

// Whatever takes a machine either serves hosts or says that it does not.
TEST(Hosts, AreServedOrRefusedByEveryCommand) {
  for (const CommandSpec& command : all_commands()) {
    const bool has_topology = std::ranges::any_of(
        command.positionals, [](const auto& one) { return one.kind == ValueKind::Topology; });
    if (!has_topology || !command.options_with_hosts.empty()) continue;
    std::string line(command.name);
    for (const auto& one : command.positionals) {
      line += one.kind == ValueKind::Topology ? " hosts" : " other";
    }
    EXPECT_THAT(error_of(line, 2), HasSubstr("TOPOLOGY: 'hosts' is about")) << command.name;
  }
}

}  // namespace hosts_test
}  // namespace treering::cli
