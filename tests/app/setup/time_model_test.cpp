// What holds for every prediction of the cost model, on every built-in machine.
#include "app/setup/time_model.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/predict.h"
#include "hw/builtin.h"
#include "sim/cost/machine.h"
#include "sim/predict.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"
#include "tuner/profiles.h"

namespace treering::app::setup {
namespace time_model_test {

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
  sim::job::JobSpec job;
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
    EXPECT_GE(share.time.in_us(), 0) << share.what.text();
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
    if (nodes == 1 && hw::load_builtin(name).value().gpu_count() == 1) continue;
    for (const Prediction& row : predictions(name, nodes)) {
      SCOPED_TRACE(fmt::format("{} nodes, {} of {} B, {}/{}", nodes, core::name_of(row.collective),
                               row.bytes.count(), row.way.algorithm, row.way.protocol));
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

/// Why there is no answer for one size on `topology`.
core::Error refusal(const std::string& topology, const TimeModelRequest& time_model,
                    std::optional<int> gpus_per_process = {}, sim::Model model = sim::Model::Cost,
                    std::optional<int> gpus_per_node = {}) {
  PredictRequest request;
  request.job.topology = topology;
  request.job.gpus_per_process = gpus_per_process;
  request.job.gpus_per_node = gpus_per_node;
  request.calls.sizes = {8, 8, {}, {}};
  request.calls.model = model;
  request.time_model = time_model;
  const auto report = answer(request);
  return report ? core::Error{} : report.error();
}

TEST(TimeModelNetwork, OfEveryBuiltinIsAsDocumented) {
  const std::map<std::string_view, std::string_view> others{
      {"aws-p3dn", "efa1"},     {"aws-p4d", "efa1"},   {"aws-p5", "efa"},
      {"gcp-a4", "roce"},       {"oci-h100", "roce"},  {"perlmutter", "slingshot"},
      {"polaris", "slingshot"}, {"alps", "slingshot"}, {"dgx-spark", "roce"}};
  for (const std::string_view name : hw::builtin_names()) {
    const auto other = others.find(name);
    EXPECT_EQ(sim::cost::network_of(core::Cluster{hw::load_builtin(name).value()}),
              other == others.end() ? "infiniband" : other->second)
        << name;
  }
}

TEST(TimeModel, AProfileLiesOverTheOneThatIsBuiltIn) {
  const auto options = time_model_options({}).value();
  EXPECT_EQ(options.profile, tuner::shipped_profile());
  EXPECT_EQ(options.network, "");
}

// Answers name the profile: one that has the name of the built-in one, or none, has other times.
TEST(TimeModel, AProfileIsNotTakenForTheBuiltInOne) {
  const support::TemporaryFolder folder;
  const auto name_with = [&](const std::string& name, const std::string& file_name = "own.json") {
    const std::string file = folder.path() + "/" + file_name;
    std::ofstream(file) << "{\"schema\": \"treering.profile/1\"" << name << ", \"parameters\": {}}";
    return time_model_options({file, {}}).value().profile.name;
  };
  EXPECT_EQ(name_with(", \"name\": \"lab\""), "lab");
  EXPECT_EQ(name_with(", \"name\": \"published\""), "published (own.json)");
  EXPECT_EQ(name_with(""), "published (own.json)");
  EXPECT_EQ(name_with("", "own\n.json"), "published (own?.json)");
}

TEST(TimeModel, OnlyTheCostModelHasAProfileAndANetwork) {
  for (const TimeModelRequest& request :
       {TimeModelRequest{"x.json", {}}, TimeModelRequest{{}, "tcp"}}) {
    const auto options = time_model_options(request, sim::Model::Nccl);
    ASSERT_FALSE(options);
    EXPECT_EQ(options.error().category, core::Category::Usage);
    EXPECT_EQ(options.error().found, "given with ⟨model⟩ nccl");
  }
  EXPECT_EQ(time_model_options({"does-not-exist.json", {}}).error().category,
            core::Category::BadInput);
  EXPECT_EQ(time_model_options({{}, "tpc"}).error().category, core::Category::Usage);
}

TEST(TimeModel, AProfileHasToBeOneOfTheCostModel) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() + "/slip.json";
  std::ofstream(file) << "{\"schema\": \"treering.profile/1\",\n \"parameters\": {\n"
                         "  \"infiniband.efficiency\": {\"value\": 5}}}\n";
  const auto options = time_model_options({file, {}});
  ASSERT_FALSE(options);
  EXPECT_EQ(options.error().message(),
            file +
                ":3: /parameters/infiniband.efficiency/value: 5, expected above 0 and at most 1; "
                "it is the share of the ports' rate that is reached");
}

TEST(TimeModel, OnlyTheCostModelGoesByProcesses) {
  EXPECT_TRUE(check_processes(2, sim::Model::Cost));
  EXPECT_TRUE(check_processes({}, sim::Model::Nccl));
  const core::Error error = refusal("pcie-4", {}, 2, sim::Model::Nccl);
  EXPECT_EQ(error.where, "⟨gpus-per-process⟩");
  EXPECT_EQ(error.found, "given with ⟨model⟩ nccl");
}

// DGX A100 has 8 GPUs; the job has 4 of them in the last case.
TEST(TimeModel, AProcessHasNoMoreGpusThanANode) {
  EXPECT_EQ(refusal("dgx-a100", {}, 8).found, "");
  EXPECT_NE(refusal("dgx-a100", {}, 9).expected.find("at most 8"), std::string::npos);
  EXPECT_NE(refusal("dgx-a100", {}, 5, sim::Model::Cost, 4).expected.find("at most 4"),
            std::string::npos);
}

}  // namespace time_model_test
}  // namespace treering::app::setup
