#include "app/fault_costs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulate.h"

namespace treering::app {
namespace fault_costs_test {

using ::testing::HasSubstr;
using ::testing::SizeIs;

SimulateRequest with(int nodes, std::vector<std::string> faults) {
  SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = nodes;
  request.call.bytes = 64U << 20U;
  request.way.algorithm = "ring";
  request.faults.words = std::move(faults);
  request.compares_faults = true;
  return request;
}

FaultCosts costs_of(const SimulateRequest& request) {
  const auto report = answer(request);
  EXPECT_TRUE(report) << report.error().message();
  if (!report || !report->fault_costs) {
    ADD_FAILURE() << "no costs";
    return {};
  }
  return *report->fault_costs;
}

core::Duration time_of(SimulateRequest request) {
  request.compares_faults = false;
  const auto report = answer(request);
  EXPECT_TRUE(report) << report.error().message();
  return report ? report->time : core::Duration();
}

TEST(FaultCosts, AreThoseOfTheSameCallWithoutThemAndWithoutTheAdapter) {
  const FaultCosts costs = costs_of(with(4, {"3/mlx5_0=0.5"}));
  EXPECT_EQ(costs.without, time_of(with(4, {})));
  ASSERT_THAT(costs.cut_outs, SizeIs(1));
  const CutOut& out = costs.cut_outs.front();
  EXPECT_EQ(out.what, "mlx5_0 of node 3");
  EXPECT_EQ(out.how, "NCCL_IB_HCA=^=mlx5_0 on node 3");
  EXPECT_EQ(out.why_not, "");
  EXPECT_EQ(out.time, time_of(with(4, {"3/mlx5_0=down"})));
  EXPECT_EQ(out.ranks, 32);
  EXPECT_EQ(out.way.channels, 28);  // tests/app/simulation_cuts_test.cpp
}

TEST(FaultCosts, AllAdaptersGoTogetherWhateverNamesThem) {
  const FaultCosts costs = costs_of(with(2, {"0/NIC 0=0.5", "0/NIC 1-mlx5_3=0.5", "1/mlx5_0=0.5"}));
  EXPECT_EQ(costs.faults, 3U);
  ASSERT_THAT(costs.cut_outs, SizeIs(1));
  EXPECT_EQ(costs.cut_outs.front().what, "mlx5_0, mlx5_3 of node 0, mlx5_0 of node 1");
  EXPECT_EQ(costs.cut_outs.front().how,
            "NCCL_IB_HCA=^=mlx5_0,mlx5_3 on node 0, NCCL_IB_HCA=^=mlx5_0 on node 1");
  EXPECT_EQ(costs.cut_outs.front().time,
            time_of(with(2, {"0/mlx5_0=down", "0/mlx5_3=down", "1/mlx5_0=down"})));
}

// The switch goes on to carry the GPU's data.
TEST(FaultCosts, ASlowSwitchStaysWithoutItsAdapter) {
  const FaultCosts costs = costs_of(with(2, {"0/PCI switch 0=0.5"}));
  ASSERT_THAT(costs.cut_outs, SizeIs(1));
  EXPECT_EQ(costs.cut_outs.front().what, "mlx5_0 of node 0");
  EXPECT_EQ(costs.cut_outs.front().time, time_of(with(2, {"0/PCI switch 0=0.5", "0/mlx5_0=down"})));
}

TEST(FaultCosts, WhereNcclIbHcaIsGivenNoOtherIsNamed) {
  SimulateRequest request = with(2, {"0/mlx5_0=0.5"});
  request.job.variables.env = {"NCCL_IB_HCA=^=mlx5_3"};
  const FaultCosts costs = costs_of(request);
  ASSERT_THAT(costs.cut_outs, SizeIs(1));
  EXPECT_EQ(costs.cut_outs.front().how, "");
  EXPECT_TRUE(costs.cut_outs.front().time);
}

TEST(FaultCosts, ASlowGpuLeavesItsNodeOut) {
  const FaultCosts costs = costs_of(with(3, {"1/GPU 2-NVSwitch=0.1"}));
  ASSERT_THAT(costs.cut_outs, SizeIs(1));
  const CutOut& out = costs.cut_outs.front();
  EXPECT_EQ(out.what, "node 1");
  EXPECT_EQ(out.how, "");
  EXPECT_EQ(out.nodes, 2);
  EXPECT_EQ(out.ranks, 16);
  EXPECT_EQ(out.time, time_of(with(2, {})));
}

// Of nodes 0, 1 and 2 the first goes: 2 becomes 1, and rank 17 of it rank 9.
TEST(FaultCosts, OtherFaultsKeepTheirPlacesWithoutANode) {
  const std::vector<std::string> faults{"0/NVSwitch=0.1", "2/mlx5_0=down", "rank17=+900us"};
  const FaultCosts costs = costs_of(with(3, faults));
  ASSERT_THAT(costs.cut_outs, SizeIs(3));
  EXPECT_EQ(costs.cut_outs[0].what, "node 0");
  EXPECT_EQ(costs.cut_outs[0].time, time_of(with(2, {"1/mlx5_0=down", "rank9=+900us"})));
  EXPECT_EQ(costs.cut_outs[1].what, "2/mlx5_0");
  EXPECT_THAT(costs.cut_outs[1].why_not, HasSubstr("NCCL plans without it already"));
  EXPECT_EQ(costs.cut_outs[2].what, "rank17");
  EXPECT_EQ(costs.cut_outs[2].why_not, "a late rank is no hardware");
  EXPECT_FALSE(costs.cut_outs[2].time);
}

TEST(FaultCosts, OnOneNodeTheJobLosesTheGpu) {
  const FaultCosts costs = costs_of(with(1, {"0/GPU 2-NVSwitch=0.1"}));
  ASSERT_THAT(costs.cut_outs, SizeIs(1));
  EXPECT_EQ(costs.cut_outs[0].what, "GPU 2");
  EXPECT_EQ(costs.cut_outs[0].how, "CUDA_VISIBLE_DEVICES=0,1,3,4,5,6,7");
  EXPECT_EQ(costs.cut_outs[0].ranks, 7);
  SimulateRequest smaller = with(1, {});
  smaller.job.devices = {0, 1, 3, 4, 5, 6, 7};
  EXPECT_EQ(costs.cut_outs[0].time, time_of(smaller));
  SimulateRequest two = with(1, {"0/GPU 1=0.1"});
  two.job.gpus_per_node = 2;
  EXPECT_EQ(costs_of(two).cut_outs.front().why_not, "fewer than two GPUs would be left");
}

TEST(FaultCosts, SayWhatCannotBeLeftOut) {
  const auto why_not = [](int nodes, const char* fault) {
    const FaultCosts costs = costs_of(with(nodes, {fault}));
    return costs.cut_outs.empty() ? "" : costs.cut_outs.front().why_not;
  };
  EXPECT_EQ(why_not(1, "0/NVSwitch=0.5"), "nothing keeps NCCL off it");
  EXPECT_EQ(why_not(1, "0/mlx5_0=0.5"), "one node sends nothing over its adapters");
  SimulateRequest every = with(2, {"0/GPU 0=0.5", "1/GPU 0=0.5"});
  EXPECT_EQ(costs_of(every).cut_outs.front().why_not, "no other nodes are left");
}

// The last port of a node: no communicator without it, so that the node goes.
TEST(FaultCosts, ANodeGoesWhereItsOnlyAdapterIsSlow) {
  SimulateRequest request = with(3, {"1/mlx5_0=0.5"});
  request.job.adapters.nics = "mlx5_0";
  const FaultCosts costs = costs_of(request);
  ASSERT_THAT(costs.cut_outs, SizeIs(2));
  EXPECT_THAT(costs.cut_outs[0].why_not, HasSubstr("no network port left"));
  EXPECT_EQ(costs.cut_outs[1].what, "node 1");
  EXPECT_EQ(costs.cut_outs[1].nodes, 2);
}

TEST(FaultCosts, AreOnlyThoseThatAreAskedFor) {
  SimulateRequest request = with(2, {});
  EXPECT_FALSE(answer(request)->fault_costs);  // no fault
  request.faults.words = {"rank1=+5us"};
  EXPECT_TRUE(answer(request)->fault_costs);
  request.compares_faults = false;
  EXPECT_FALSE(answer(request)->fault_costs);
}

}  // namespace fault_costs_test
}  // namespace treering::app
