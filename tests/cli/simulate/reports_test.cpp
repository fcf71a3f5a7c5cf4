// What `treering simulate` prints, beside its times.
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
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

TEST(SimulateReports, AnEmptyNameIsNoWish) {
  for (const std::string option : {"--algo", "--proto"}) {
    std::ostringstream out;
    std::ostringstream err;
    const int exit_code =
        run_program({"simulate", "dgx-h100", "--nodes", "2", option, ""}, {out, err, {}, {}});
    EXPECT_NE(exit_code, 0);
    EXPECT_THAT(err.str(), HasSubstr(option + ": found '', expected one of"));
  }
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
  EXPECT_EQ(list[8]["name"], "single_tree");
  EXPECT_EQ(list[8]["description"],
            "one binary tree over nodes, chain inside a node; not in NCCL; serves all_reduce, "
            "broadcast, reduce, barrier");
}

TEST(SimulateReports, WithoutSentencesWhereQuiet) {
  for (const char* line : {"simulate dgx-h100 --nodes 2 -b 8M --algo ring --quiet",
                           "simulate dgx-h100 --groups tp=8,dp=2 -b 8M --quiet",
                           "predict dgx-h100 --groups tp=8,dp=2 -b 8M -e 8M --quiet"}) {
    const Outcome outcome = run(line);
    EXPECT_THAT(outcome.out, Not(HasSubstr(". "))) << line;
    EXPECT_THAT(outcome.out, Not(HasSubstr("JSON"))) << line;
    EXPECT_THAT(outcome.out, Not(HasSubstr(".\n"))) << line;
  }
  EXPECT_THAT(run("simulate dgx-h100 -b 8M --quiet").out, HasSubstr("before messages"));
}

// A bound is that of the wires without faults, which a run with some cannot reach.
TEST(SimulateReports, SayWhatTheBoundIsOf) {
  const std::string line = "simulate dgx-h100 --nodes 2 -b 8M";
  const auto text = [&](const std::string& fault) { return run_at_width(line + fault, 400).out; };
  EXPECT_THAT(text(""), HasSubstr("on these wires.\n"));
  EXPECT_THAT(text(" --fault 0/mlx5_0=0.5"), HasSubstr("on these wires at their full rate.\n"));
  EXPECT_THAT(text(" --fault 0/mlx5_0=down"),
              HasSubstr("on these wires, were all nodes like the best of them.\n"));
}

TEST(SimulateReports, UsersOfLinksAreThoseOfGroups) {
  EXPECT_THAT(run("simulate dgx-h100 -b 8M").out, Not(HasSubstr("used by")));
  EXPECT_THAT(run("simulate dgx-h100 --groups tp=8,dp=2").out, HasSubstr("used by"));
}

// What is down carries nothing on its node; others of its name do.
TEST(SimulateReports, WhatIsDownIsNotBusy) {
  const json report =
      printed_json("simulate dgx-h100 --nodes 2 -b 64M --algo ring --fault 1/mlx5_0=down");
  bool is_there = false;
  for (const json& link : report["links"]) {
    const std::string name = link["name"];
    EXPECT_FALSE(name.starts_with("node 1:") && name.ends_with(" mlx5_0")) << name;
    is_there = is_there || name == "node 0: NIC 0 -> mlx5_0";
  }
  EXPECT_TRUE(is_there);
}

// LL sends a flag with every word of data.
TEST(SimulateReports, LinksCarryDataAndMore) {
  const json report = printed_json("simulate pcie-4 -b 1M --algo ring --proto ll");
  const json& link = report["links"][0];
  EXPECT_EQ(link["bytes"], 1.5 * (1 << 20));  // 2 (4 - 1) / 4 of 1 MiB
  EXPECT_GE(link["wire_bytes"].get<double>(), 2 * link["bytes"].get<double>());
}

TEST(SimulateReports, WrongWordsAreNamed) {
  const auto error = [](const std::string& line) { return run("simulate dgx-h100 " + line).err; };
  EXPECT_THAT(error("-c broadcast --proto ll128 --env NCCL_PROTO=LL"),
              HasSubstr("--proto: NCCL offers no LL128 for this call: "));
  EXPECT_THAT(error("-c alltoall --proto ll"), HasSubstr("--proto: found 'LL' for alltoall"));
  EXPECT_THAT(error("--jitter 5us --seed -1"),
              HasSubstr("expected a whole number from 0 to 18446744073709551615"));
  EXPECT_THAT(error("--groups tp=8,dp=2 --start dp=1us,dp=2us"), HasSubstr("'dp' given twice"));
  EXPECT_THAT(error("--groups tp=8,dp=2 --start dp="), HasSubstr("--start: found 'dp='"));
  EXPECT_THAT(error("--groups tp=0"), HasSubstr("'tp=0', expected a size from 1 to"));
}

}  // namespace simulate_reports_test
}  // namespace treering::cli
