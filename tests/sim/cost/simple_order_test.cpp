#include <gtest/gtest.h>

#include "sim/cost/cost_model.h"
#include "sim/cost/machine.h"
#include "sim/nccl/search/graph_search.h"
#include "tests/support/grace_tray.h"

namespace treering::sim::cost {
namespace simple_order_test {

using nccl::Algorithm;
using nccl::PathType;
using treering::testing::grace_tray;

SimpleOrder ring_of(const core::Topology& node, const job::JobSpec& job) {
  const nccl::Plan plan = nccl::make_plan(node, job);
  EXPECT_TRUE(nccl::search::is_fallback(plan.graphs.ring));
  return simple_order_of(node, plan, plan.graphs.ring);
}

job::JobSpec of_devices(std::vector<int> devices) {
  job::JobSpec job;
  job.devices = std::move(devices);
  return job;
}

// NCCL tries no less than 18 GB/s on Blackwell, and believes 6 GB/s between Arm CPUs. The carried
// is C2C (225), the link between the CPUs (150), C2C.
TEST(SimpleOrder, TakesTheRealPathBetweenTwoSockets) {
  const SimpleOrder order = ring_of(grace_tray({}), of_devices({0, 2}));
  EXPECT_DOUBLE_EQ(order.per_gpu, 150);
}

TEST(SimpleOrder, TakesNcclsFigureWhereTheMachineHasNone) {
  const SimpleOrder order = ring_of(grace_tray({.between_cpus = 0}), of_devices({0, 2}));
  EXPECT_DOUBLE_EQ(order.per_gpu, 6);
}

// From GPU 2 to 3 225 GB/s of C2C, from 3 back to 0 through both CPUs, else NVLink.
TEST(SimpleOrder, TheSlowestStepOfTheRowCounts) {
  EXPECT_DOUBLE_EQ(ring_of(grace_tray({.with_nvlink = 3}), {}).per_gpu, 150);
  EXPECT_DOUBLE_EQ(ring_of(grace_tray({.with_nvlink = 3, .between_cpus = 300}), {}).per_gpu, 225);
}

// From GPU 3 to the adapter: C2C, between the CPUs, PCIe 5 x16, the port.
TEST(SimpleOrder, TheWayToTheNetworkCounts) {
  const core::Topology node = grace_tray({});
  job::JobSpec job;
  job.nodes = 2;
  nccl::ChannelGraph graph;
  graph.pattern = nccl::Pattern::Ring;
  graph.channels = {{{0, 1, 2, 3}, {0, 0}}};
  const SimpleOrder order = simple_order_of(node, nccl::make_plan(node, job), graph);
  EXPECT_EQ(order.network_type, PathType::Sys);
  EXPECT_DOUBLE_EQ(order.per_gpu, 150);  // from 1 to 2; nothing closes the row
}

terms::Wires wires_of(const nccl::Plan& plan, const Machine& machine,
                      std::optional<Algorithm> algorithm) {
  PricedCall carried;
  carried.call.bytes = 1 << 20;
  carried.algorithm = algorithm;
  return facts_of(plan, machine, carried, 0).wires;
}

// One of four GPUs has no NVLinks: there is a tree, one of 90 GB/s, and no ring.
TEST(SimpleOrder, EachAlgorithmHasTheWiresOfItsOwnGraph) {
  core::Cluster cluster;
  cluster.node = grace_tray({.with_nvlink = 3});
  const nccl::Plan plan = nccl::make_plan(cluster.node, {});
  const Machine machine = machine_of(cluster, plan);
  ASSERT_FALSE(nccl::search::is_fallback(plan.graphs.tree));
  EXPECT_TRUE(machine.rings_in_order);
  EXPECT_FALSE(machine.trees_in_order);
  EXPECT_DOUBLE_EQ(wires_of(plan, machine, Algorithm::Ring).ring_per_gpu, 150);
  EXPECT_DOUBLE_EQ(wires_of(plan, machine, Algorithm::Tree).ring_per_gpu,
                   static_cast<double>(plan.graphs.tree.bw_intra));
  // Messages between pairs go from GPU 3 to GPU 0 too.
  EXPECT_DOUBLE_EQ(wires_of(plan, machine, {}).all_per_gpu, 150);
}

TEST(SimpleOrder, AFailedSearchIsThatOfTheAlgorithmsGraph) {
  const nccl::Plan plan = nccl::make_plan(grace_tray({.with_nvlink = 3}), {});
  EXPECT_TRUE(nccl::search::has_failed_search(plan.common, Algorithm::Ring));
  EXPECT_FALSE(nccl::search::has_failed_search(plan.common, Algorithm::Tree));
  EXPECT_FALSE(nccl::search::has_failed_search(plan.common, Algorithm::Nvls));
}

}  // namespace simple_order_test
}  // namespace treering::sim::cost
