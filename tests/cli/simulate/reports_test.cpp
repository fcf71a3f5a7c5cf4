// What `treering simulate` prints, beside its times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/json_output.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace simulate_reports_test {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

double parameter(const json& call, const std::string& name) {
  for (const json& one : call["parameters"]) {
    if (one["name"] == name) return one["value"];
  }
  ADD_FAILURE() << "no parameter " << name;
  return 0;
}

// tp runs inside a node and dp by LL128, whose flags dp's payload counts: 120 of 128 B.
TEST(SimulateReports, EachGroupHasItsParameters) {
  const std::string line = "simulate dgx-h100 --groups tp=8,dp=2 -b 1M --proto ll128";
  const Outcome text = run(line + " --explain-parameters");
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("Parameters of tp, all_reduce 1 MiB by"),
                              HasSubstr("Parameters of dp, all_reduce 1 MiB by Ring/LL128:")));
  EXPECT_THAT(run(line).out, Not(HasSubstr("Parameters of")));
  const json groups = printed_json(line);
  ASSERT_EQ(groups["groups"].size(), 2U);
  EXPECT_EQ(parameter(groups["groups"][1], "payload"), 0.9375);
  // Those of the same call by itself.
  const json alone =
      printed_json("simulate dgx-h100 --nodes 2 --devices 0 -b 1M --proto ll128 --algo ring");
  EXPECT_EQ(alone["parameters"], groups["groups"][1]["parameters"]);
}

// Algorithms for comparison have a barrier, NCCL an all_reduce in its place.
TEST(SimulateReports, Barriers) {
  const json own = printed_json("simulate dgx-h100 --nodes 2 -c barrier --algo recursive_doubling");
  EXPECT_EQ(own["collective"], "barrier");
  EXPECT_EQ(own["bytes"], 0);
  EXPECT_GT(own["time_us"], own["before_messages_us"]);
  const Outcome text = run("simulate dgx-h100 --nodes 2 -c barrier --algo bruck");
  EXPECT_THAT(text.out, HasSubstr("The barrier takes"));
  EXPECT_EQ(text.err, "");
  const Outcome stand_in = run("simulate dgx-h100 --nodes 2 -c barrier");
  EXPECT_THAT(stand_in.err, HasSubstr("NCCL has no barrier: simulated is what frameworks send"));
  EXPECT_THAT(stand_in.out, HasSubstr("all_reduce of 4 B"));
  EXPECT_EQ(stand_in.out, run("simulate dgx-h100 --nodes 2 -b 4").out);
  EXPECT_THAT(run("simulate dgx-h100 -c barrier -b 1M").err, HasSubstr("--size: given for a"));
}

TEST(SimulateReports, BarriersOfGroups) {
  const json report =
      printed_json("simulate dgx-h100 --groups tp=8,dp=2 -c tp=barrier,dp=all_reduce --algo naive");
  EXPECT_EQ(report["groups"][0]["collective"], "barrier");
  EXPECT_EQ(report["groups"][1]["collective"], "all_reduce");
  EXPECT_THAT(run("simulate dgx-h100 --groups tp=8,dp=2 -c tp=barrier").err,
              HasSubstr("NCCL has no barrier: simulated is"));
  EXPECT_THAT(run("simulate dgx-h100 --groups tp=8,dp=2 -c tp=barrier -b tp=8").err,
              HasSubstr("--size: given for a barrier"));
}

TEST(SimulateReports, AnAlgorithmSaysWhatItServes) {
  EXPECT_THAT(run("simulate dgx-h100 -c all_gather --algo single_tree").err,
              HasSubstr("single_tree does not serve all_gather, only all_reduce, broadcast, "
                        "reduce, barrier; treering list"));
  const json list = printed_json("list algorithms")["algorithms"];
  EXPECT_EQ(list[0]["description"],
            "double binary tree between nodes, chain inside a node; serves all_reduce");
  EXPECT_EQ(list[7]["name"], "single_tree");
  EXPECT_EQ(list[7]["description"],
            "one binary tree over nodes, chain inside a node; not in NCCL; serves all_reduce, "
            "broadcast, reduce, barrier");
}

}  // namespace simulate_reports_test
}  // namespace treering::cli
