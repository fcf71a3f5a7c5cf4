#include "app/other_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/predict.h"
#include "app/setup/guesses.h"
#include "sim/models/time_model.h"

namespace treering::app {
namespace other_order_test {

using core::Collective;
using core::FabricKind;
using Order = core::NodeOrder::Kind;
using ::testing::Each;
using ::testing::ElementsAre;

/// DGX H100 behind leaf switches at 4 : 1.
struct Pod {
  FabricKind kind = FabricKind::FatTree;
  int nodes = 16;
  int nodes_per_leaf = 4;
  Order order = Order::Sorted;
  std::vector<std::string> env = {};
};

JobPtr job_of(const Pod& pod, sim::Model model = sim::Model::Cost) {
  setup::JobRequest request{.topology = "dgx-h100"};
  request.nodes = pod.nodes;
  request.variables.env = pod.env;
  auto machine = setup::set_up(request);
  EXPECT_TRUE(machine) << machine.error().message();
  core::Fabric& fabric = machine->cluster.fabric;
  fabric.kind = pod.kind;
  fabric.oversubscription = 4;
  fabric.nodes_per_leaf = pod.nodes_per_leaf;
  fabric.order.kind = pod.order;
  auto options = setup::time_model_options({}, model);
  EXPECT_TRUE(options);
  auto job = open(*std::move(machine), *std::move(options));
  EXPECT_TRUE(job) << job.error().message();
  return *job;
}

PredictReport report_of(const Job& job, Collective collective) {
  PredictRequest request;
  request.calls.collectives = {collective};
  constexpr std::uint64_t kGiB = 1U << 30U;
  request.calls.sizes = {kGiB, kGiB, {}, {}};
  request.calls.model = job.options.model;
  auto report = answer(job, request);
  EXPECT_TRUE(report) << report.error().message();
  return *std::move(report);
}

/// Of 1 GiB.
double ms_of(const Pod& pod, Collective collective, sim::Model model = sim::Model::Cost) {
  const PredictReport report = report_of(*job_of(pod, model), collective);
  for (const sim::Prediction& row : report.rows) {
    const bool is_own = row.is_nccl_default || row.way.algorithm.empty();
    if (is_own && row.time()) return row.time()->in_us() / 1000;
  }
  ADD_FAILURE() << "no time";
  return 0;
}

double bound_ms(const Pod& pod, Collective collective) {
  return report_of(*job_of(pod), collective).rows.front().bound.in_us() / 1000;
}

// 32 nodes of 128 are a group of rails. Of what its 256 GPUs have for all, 3/4 leave it: 206 GB,
// over 32 x 8 ports of 50 GB/s at 4 : 1, 3.2 TB/s.
TEST(OtherOrder, UplinksOfRailsHoldUpAllToAllInEveryModel) {
  const Pod pod{FabricKind::RailOptimised, 128, 32};
  const double least = 256 * 0.75 * 1.073741824 / 3200 * 1000;
  EXPECT_NEAR(least, 64.4, 0.05);
  EXPECT_GE(bound_ms(pod, Collective::AllToAll), least * (1 - 1e-9));
  EXPECT_GE(ms_of(pod, Collective::AllToAll), least);
}

// Four nodes are one group. By PXN all messages stay on the rail of their receiver, and cross no
// uplink. Without it 7 of 8 change rails: 7/8 of what a node has for three others over a quarter
// of its ports, 8 x 3/4 x 7/8 S over 100 GB/s.
TEST(OtherOrder, WithoutPxnAllToAllChangesRails) {
  Pod pod{FabricKind::RailOptimised, 4, 4};
  const double with = ms_of(pod, Collective::AllToAll);
  pod.env = {"NCCL_PXN_DISABLE=1"};
  const double least = 8 * 0.75 * 7.0 / 8 * 1.073741824 / 100 * 1000;
  for (const sim::Model model : {sim::Model::Cost, sim::Model::Event}) {
    EXPECT_GE(ms_of(pod, Collective::AllToAll, model), least * 0.99);
    EXPECT_LT(with, least);
  }
}

// A ring of nodes that are scattered leaves a leaf of four at each of them: four times 127/128 S
// over a quarter of the ports of four nodes, 400 GB/s. One of sorted nodes leaves it once.
TEST(OtherOrder, ScatteredNodesLoseARing) {
  const double least = 4 * 127.0 / 128 * 1.073741824 / 400 * 1000;
  Pod pod;
  pod.env = {"NCCL_ALGO=Ring"};
  for (const sim::Model model : {sim::Model::Cost, sim::Model::Event}) {
    pod.order = Order::Sorted;
    const double sorted = ms_of(pod, Collective::AllGather, model);
    pod.order = Order::Scattered;
    const double scattered = ms_of(pod, Collective::AllGather, model);
    EXPECT_LT(sorted, least / 2);
    EXPECT_GT(scattered, least);
    EXPECT_LT(scattered, 1.3 * least);
  }
}

TEST(OtherOrder, TheWorstStandsBesideSortedNodes) {
  const auto job = job_of({});
  const auto worst = report_of(*job, Collective::AllReduce).worst_order;
  ASSERT_TRUE(worst);
  EXPECT_EQ(worst->collective, Collective::AllReduce);
  EXPECT_GT(worst->scattered, worst->sorted);
  EXPECT_NEAR(worst->scattered.in_us() / 1000,
              ms_of({.order = Order::Scattered}, Collective::AllReduce), 1e-6);
  // Each leaf sends as much whatever node is under it.
  EXPECT_FALSE(report_of(*job, Collective::AllToAll).worst_order);
  const Pod one_leaf{.nodes = 4};
  EXPECT_FALSE(report_of(*job_of(one_leaf), Collective::AllReduce).worst_order);
}

TEST(OtherOrder, OfUnknownOrderBothStandAndNothingIsAdvised) {
  const auto job = job_of({.order = Order::Unknown});
  EXPECT_THAT(names_of(setup::guesses_of(job->machine)), ElementsAre("node_order"));
  const PredictReport report = report_of(*job, Collective::AllReduce);
  EXPECT_FALSE(report.worst_order);
  const auto sorted = report_of(*job_of({}), Collective::AllReduce).rows;
  const auto scattered =
      report_of(*job_of({.order = Order::Scattered}), Collective::AllReduce).rows;
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    if (!report.rows[i].estimate) continue;
    const auto& interval = report.rows[i].estimate->interval;
    ASSERT_TRUE(interval);
    EXPECT_LE(interval->low, sorted[i].estimate->interval->low);
    EXPECT_GE(interval->high, scattered[i].estimate->interval->high);
  }
}

}  // namespace other_order_test
}  // namespace treering::app
