// What `treering simulate` prints, beside its times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/json_output.h"
#include "tests/cli/run.h"

namespace treering::cli {
namespace simulate_reports_test {

using nlohmann::json;
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
  json instead = printed_json("simulate dgx-h100 --nodes 2 -c barrier");
  EXPECT_THAT(instead["notes"].dump(), HasSubstr("NCCL has no barrier"));
  json all_reduce = printed_json("simulate dgx-h100 --nodes 2 -b 4");
  instead.erase("notes");
  all_reduce.erase("notes");
  EXPECT_EQ(instead, all_reduce);
}

// Measured on eight A100 by nccl-tests: 115 us, and on two of them 82 us (../shared/corpus). Seven
// hops, each of which stores its chunks, take a single call much longer.
TEST(SimulateReports, ABroadcastIsOneOfManyInARow) {
  const json one = printed_json("simulate dgx-a100 -c broadcast -b 12M");
  EXPECT_LT(one["time_us"].get<double>(), 0.6 * one["single_us"].get<double>());
  EXPECT_NEAR(one["time_us"].get<double>() / one["cost_us"].get<double>(), 1, 0.12);
  const json ring = printed_json("simulate dgx-a100 -c all_gather -b 12M");
  EXPECT_EQ(ring["time_us"], ring["single_us"]);
}

TEST(SimulateReports, SayWhichOfTwoModelsFarApartToBelieve) {
  const json far = printed_json(
      "simulate dgx-1v --nodes 6 --algo collnetchain --env NCCL_COLLNET_ENABLE=1 -b 144640");
  EXPECT_GT(far["time_us"].get<double>(), 1.3 * far["cost_us"].get<double>());
  EXPECT_THAT(far["notes"].dump(), HasSubstr("rather believe the simulation"));
  EXPECT_THAT(printed_json("simulate dgx-h100 -b 1G")["notes"].dump(), Not(HasSubstr("believe")));
}

TEST(SimulateReports, BarriersOfGroups) {
  const json report =
      printed_json("simulate dgx-h100 --groups tp=8,dp=2 -c tp=barrier,dp=all_reduce --algo naive");
  EXPECT_EQ(report["groups"][0]["collective"], "barrier");
  EXPECT_EQ(report["groups"][1]["collective"], "all_reduce");
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
}

TEST(SimulateReports, UsersOfLinksAreThoseOfGroups) {
  EXPECT_THAT(run("simulate dgx-h100 -b 8M").out, Not(HasSubstr("used by")));
  EXPECT_THAT(run("simulate dgx-h100 --groups tp=8,dp=2").out, HasSubstr("used by"));
}

// Half of a NIC, and without it.
TEST(SimulateReports, AFaultHasItsPriceBesideThatOfCuttingOut) {
  const std::string line = "simulate dgx-h100 --nodes 4 -b 64M --algo ring";
  const std::string faulty = line + " --fault 3/mlx5_0=0.5";
  const json report = printed_json(faulty);
  const double usual = printed_json(line)["time_us"];
  EXPECT_EQ(report["without_faults"]["time_us"], usual);
  EXPECT_DOUBLE_EQ(report["without_faults"]["ratio"].get<double>(),
                   report["time_us"].get<double>() / usual);
  ASSERT_EQ(report["cut_out"].size(), 1U);
  const json& out = report["cut_out"][0];
  EXPECT_EQ(out["what"], "mlx5_0 of node 3");
  EXPECT_EQ(out["setting"], "NCCL_IB_HCA=^=mlx5_0 on node 3");
  EXPECT_TRUE(out["why_not"].is_null());
  EXPECT_EQ(out["time_us"], printed_json(line + " --fault 3/mlx5_0=down")["time_us"]);
  EXPECT_EQ(out["ranks"], 32);
  const std::string text = run(faulty).out;
  EXPECT_THAT(text, HasSubstr("\nWithout the fault it takes "));
  EXPECT_THAT(text, HasSubstr("Without mlx5_0 of node 3"));
  EXPECT_THAT(run(faulty + " --quiet").out, HasSubstr("without mlx5_0 of node 3"));
  const std::string late = run(line + " --fault rank3=+50us").out;
  EXPECT_THAT(late, HasSubstr("cannot be left out"));
  EXPECT_THAT(run(line).out, Not(HasSubstr("Without the fault")));
  EXPECT_TRUE(printed_json(line)["without_faults"].is_null());
}

TEST(SimulateReports, GroupsHaveTheirTimeWithoutFaults) {
  const std::string line = "simulate dgx-h100 --groups tp=8,dp=2 -c dp=all_reduce -b 64M";
  const std::string faulty = line + " --fault 1/mlx5_0=0.25";
  const json report = printed_json(faulty);
  EXPECT_EQ(report["without_faults"]["time_us"], printed_json(line)["time_us"]);
  EXPECT_GT(report["without_faults"]["ratio"], 1);
  EXPECT_TRUE(printed_json(line)["without_faults"].is_null());
  EXPECT_THAT(run(faulty).out, HasSubstr("Without the faults"));
}

int lines_with(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Adapters send and receive as much, and PCIe links carry it both ways: one line each.
TEST(SimulateReports, EqualLinksAreOneLineUnlessAllAreAskedFor) {
  const std::string line = "simulate dgx-h100 --nodes 2 -b 64M --algo ring";
  const std::string text = run(line).out;
  EXPECT_EQ(lines_with(text, "mlx5_0"), 1);
  EXPECT_LE(lines_with(text, "node 0: "), 6);
  const std::string all = run(line + " --links all").out;
  EXPECT_THAT(all, HasSubstr("node 0: NIC 0 -> mlx5_0"));
  EXPECT_THAT(all, HasSubstr("node 0: mlx5_0 -> NIC 0"));
  EXPECT_THAT(all, Not(HasSubstr("more kinds of links")));
  const Outcome refused = run(line + " --links some");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--links: found 'some', expected all"));
}

TEST(SimulateReports, ThePartsOfTheCriticalPathAreOnRequest) {
  const std::string line = "simulate dgx-h100 --nodes 2 -b 64M --algo ring";
  EXPECT_THAT(run(line).out, HasSubstr("--critical-path lists"));
  EXPECT_THAT(run(line).out, Not(HasSubstr("\ncritical path")));
  const std::string text = run(line + " --critical-path").out;
  EXPECT_THAT(text, HasSubstr("\ncritical path"));
  EXPECT_THAT(text, Not(HasSubstr("--critical-path lists")));
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
  json link;  // the first of a GPU: host memory carries what all of them send
  for (const json& one : report["links"]) {
    if (link.is_null() && one["name"].get<std::string>().starts_with("GPU 0 -> ")) link = one;
  }
  ASSERT_FALSE(link.is_null());
  EXPECT_EQ(link["bytes"], 1.5 * (1 << 20));  // 2 (4 - 1) / 4 of 1 MiB
  EXPECT_GE(link["wire_bytes"].get<double>(), 2 * link["bytes"].get<double>());
}

}  // namespace simulate_reports_test
}  // namespace treering::cli
