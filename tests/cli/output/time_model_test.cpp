// What holds for every prediction of the cost model, on every built-in machine.
#include "cli/output/time_model.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "sim/predict.h"
#include "tests/cli/run.h"
#include "tests/support/sanitized.h"
#include "tuner/profiles.h"

namespace treering::cli {
namespace {

using sim::Prediction;

/// All collectives at every fourth power of two up to 4 GiB.
sim::PredictionRequest everything(int ranks) {
  sim::PredictionRequest request;
  const auto all = core::all_collectives();
  request.collectives.assign(all.begin(), all.end());
  for (std::uint64_t bytes = 16; bytes <= std::uint64_t{4} << 30U; bytes *= 16) {
    request.sizes.push_back(bytes);
  }
  request.model = sim::Model::Cost;
  request.ranks = ranks;
  return request;
}

std::vector<Prediction> predictions(const std::string& name, int nodes) {
  const core::Cluster cluster{hw::load_builtin(name).value(), nodes, {}};
  sim::job::Job job;
  job.nodes = nodes;
  const auto plan = sim::nccl::make_plan(cluster.node, job);
  TimeModelOptions options;
  options.profile = tuner::shipped_profile();
  const auto alternatives = sim::alternatives_of(plan, time_model_for(options, cluster, plan),
                                                 core::DataType::Float, core::ReduceOp::Sum);
  return sim::predict(alternatives, sim::bound::WireBound(cluster, job),
                      everything(plan.shape.ranks()));
}

void expect_sane(const Prediction& row) {
  if (row.count == 0) return;
  ASSERT_TRUE(row.estimate && row.estimate->interval);
  EXPECT_TRUE(std::isfinite(row.estimate->interval->high.in_us()));
  EXPECT_GT(row.time()->in_us(), 0);
  EXPECT_GE(row.estimate->interval->low, row.bound);
  EXPECT_GE(*row.time(), row.estimate->interval->low);
  EXPECT_GE(row.estimate->interval->high, *row.time());
  EXPECT_LE(row.estimate->latency, *row.time());
  core::Duration sum;
  for (const sim::TimeShare& share : row.estimate->shares) {
    EXPECT_GE(share.time.in_us(), 0) << share.what;
    sum += share.time;
  }
  EXPECT_NEAR(sum / *row.time(), 1, 1e-9);
}

class EveryMachine : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryMachine, IsNeverFasterThanItsWires) {
  const std::string name(GetParam());
  const bool is_rack = hw::load_builtin(name).value().gpu_count() > 16;
  for (const int nodes : {1, 2, 16}) {
    // The search for channels of several racks takes seconds.
    if (nodes > 1 && (is_rack || (test::kIsSanitized && nodes > 2))) continue;
    for (const Prediction& row : predictions(name, nodes)) {
      SCOPED_TRACE(fmt::format("{} nodes, {} of {} B, {}/{}", nodes, core::name_of(row.collective),
                               row.bytes.count(), row.algorithm, row.protocol));
      expect_sane(row);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(TimeModel, EveryMachine, ::testing::ValuesIn(hw::builtin_names()),
                         [](const auto& machine) {
                           std::string name(machine.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(TimeModel, AProfileLiesOverTheOneThatIsBuiltIn) {
  TimeModelOptions options = read_time_model({}, sim::Model::Cost).value();
  EXPECT_EQ(options.profile, tuner::shipped_profile());
  EXPECT_EQ(options.network, "");
}

TEST(TimeModel, OnlyTheCostModelHasAProfileANetworkAndProcesses) {
  for (const std::string option : {"--profile x.json", "--network tcp", "--gpus-per-process 2"}) {
    const Outcome outcome = run("predict pcie-4 --model nccl " + option);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find("given with --model nccl"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(run("predict pcie-4 --profile does-not-exist.json").exit_code, 3);
  EXPECT_EQ(run("predict pcie-4 --network tpc").exit_code, 2);
}

TEST(TimeModel, AProfileHasToBeOneOfTheCostModel) {
  const std::string file = ::testing::TempDir() + "slip.json";
  std::ofstream(file) << "{\"schema\": \"treering.profile/1\",\n \"parameters\": {\n"
                         "  \"infiniband.efficiency\": {\"value\": 5}}}\n";
  const Outcome outcome = run("predict dgx-h100 --nodes 2 --profile " + file);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(outcome.err,
            "treering: " + file +
                ":3: /parameters/infiniband.efficiency/value: 5, expected above 0 and at most 1; "
                "it is the share of the ports' rate that is reached\n");
  std::remove(file.c_str());
}

// DGX A100 has 8 GPUs; the job has 4 of them in the last case.
TEST(TimeModel, AProcessHasNoMoreGpusThanANode) {
  EXPECT_EQ(run("predict dgx-a100 --gpus-per-process 8 -b 8 -e 8").exit_code, 0);
  for (const auto& [options, most] : {std::pair("--gpus-per-process 9", "8"),
                                      {"--nodes 2 --gpus-per-process 16", "8"},
                                      {"--gpus-per-node 4 --gpus-per-process 5", "4"}}) {
    const Outcome outcome = run(std::string("predict dgx-a100 -b 8 -e 8 ") + options);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find(std::string("expected at most ") + most), std::string::npos)
        << outcome.err;
  }
}

}  // namespace
}  // namespace treering::cli
