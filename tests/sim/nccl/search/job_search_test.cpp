#include "sim/nccl/search/job_search.h"

#include <gtest/gtest.h>

#include "core/topology/cluster.h"
#include "sim/nccl/plan.h"
#include "tests/support/sample_search.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace job_search_test {

/// Its channels are slower, fewer and change rails.
NodeSearch worse() {
  NodeSearch found = testing::four_gpus();
  found.graphs.ring.bw_inter = found.graphs.ring.bw_inter / 2;
  found.graphs.ring.type_inter = PathType::Phb;
  found.graphs.ring.cross_nic = 2;
  found.graphs.ring.channels = {found.graphs.ring.channels[1], found.graphs.ring.channels[0]};
  found.facts.cpu_vendor = CpuVendor::Intel;
  return found;
}

TEST(JobSearch, NcclCalculatesWithWhatAllNodesCanProvide) {
  const NodeSearch good = testing::four_gpus();
  const JobSearch found{{good, worse()}, {0, 0, 1}};
  const NodeGraphs common = common_graphs(found);
  EXPECT_EQ(common.ring.bw_inter, worse().graphs.ring.bw_inter);
  EXPECT_EQ(common.ring.type_inter, PathType::Phb);
  EXPECT_EQ(common.ring.cross_nic, 2);
  EXPECT_EQ(common.ring.channels, good.graphs.ring.channels) << "the first rank's";
  EXPECT_EQ(common_facts(found).cpu_vendor, CpuVendor::Mixed);
  EXPECT_EQ(shape_of(found, 3), (Shape{3, 4}));
}

TEST(JobSearch, AClassThatNoMachineHasDoesNotCount) {
  const NodeSearch good = testing::four_gpus();
  const JobSearch found{{worse(), good}, {1, 1}};
  EXPECT_EQ(common_graphs(found), good.graphs);
  EXPECT_EQ(common_facts(found), good.facts);
}

TEST(JobSearch, EachNodeKeepsTheOrderOfItsOwnRings) {
  const Plan plan =
      make_plan({.nodes = 3, .devices = {}}, JobSearch{{testing::four_gpus(), worse()}, {0, 1, 0}});
  // Node 1 found the rings 3-2-1-0 and 0-1-2-3. It is odd and may change rails, so it swaps them.
  EXPECT_EQ(plan.channels.ring(0), (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  const Plan older = make_plan({.nodes = 3, .devices = {}, .nccl_version = "2.27.5"},
                               JobSearch{{worse(), testing::four_gpus()}, {0, 1, 0}});
  // Up to 2.27 odd nodes swap where any node may change rails: 3-2-1-0, 7-6-5-4, 11-10-9-8.
  EXPECT_EQ(older.channels.ring(0), (std::vector{0, 7, 6, 5, 4, 11, 10, 9, 8, 3, 2, 1}));
}

TEST(JobSearch, MachinesMayBeDividedEachInItsOwnWay) {
  NodeSearch divided = testing::one_gpu();
  divided.facts.gpus = 3;
  const auto put = [](NodeGraphs& graphs, const std::vector<int>& ranks) {
    graphs.ring.channels.front().gpus = ranks;
    graphs.tree.channels.front().gpus = ranks;
  };
  divided.other_parts = {divided.graphs};
  put(divided.graphs, {0, 1, 3});
  put(divided.other_parts.front(), {2});
  const Plan plan =
      make_plan({.nodes = 3, .devices = {}}, JobSearch{{testing::four_gpus(), divided}, {0, 1, 0}});
  EXPECT_EQ(plan.shape.nodes, 4);
  EXPECT_EQ(plan.shape.ranks(), 12);
  EXPECT_EQ(plan.shape.most_ranks(), 4);
  EXPECT_EQ(plan.channels.node_of(5), 1);
  EXPECT_EQ(plan.channels.node_of(6), 2);
  EXPECT_EQ(plan.channels.node_of(8), 3);
  EXPECT_EQ(plan.channels.ring(0), (std::vector{0, 1, 2, 3, 4, 5, 7, 6, 8, 9, 10, 11}));
}

TEST(JobSearch, ANodeWithoutPortsIsNamed) {
  testing::NvswitchBox box;
  core::Cluster cluster{testing::nvswitch_box(box), 4, {}};
  box.nic_mbps = 0;
  cluster = core::with_node(std::move(cluster), 2, testing::nvswitch_box(box));
  const auto error = why_not(cluster, {.nodes = 4, .devices = {}});
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("node 2: 4 nodes, but no network port"), std::string::npos)
      << error->message();
}

}  // namespace job_search_test
}  // namespace treering::sim::nccl::search
