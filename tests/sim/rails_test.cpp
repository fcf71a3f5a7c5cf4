#include "sim/rails.h"

#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::sim {
namespace rails_test {

TEST(Rails, NearestPortsAreDealtOut) {
  // Two GPUs share the switch of nic0's two ports; the other two are below nic1's CPU.
  const core::Topology node = testing::two_sockets();
  const auto rails = rails_of(node, {});
  ASSERT_EQ(rails.size(), 4U);
  const std::vector<std::string> expected{"nic0_0", "nic0_1", "nic1_0", "nic1_0"};
  for (std::size_t i = 0; i < rails.size(); ++i) {
    EXPECT_EQ(node.device(rails[i].gpu).name, "GPU " + std::to_string(i));
    ASSERT_EQ(rails[i].ports.size(), 1U);
    EXPECT_EQ(rails[i].ports[0].name, expected[i]);
    EXPECT_EQ(rails[i].ports[0].speed_mbps, 100'000);
  }
  EXPECT_EQ(rails[1].ports[0].net, 1);
  EXPECT_EQ(rails[3].ports[0].rail, 2);
  // One switch lies between, but without GPUDirect RDMA NCCL goes through the CPU.
  EXPECT_EQ(rails[0].path, nccl::PathType::Phb);
}

TEST(Rails, AGpuThatHasSeveralPortsToItselfUsesThemInTurn) {
  job::JobSpec job;
  job.devices = {0, 2};  // GPU 1, which shares nic0 with GPU 0, is not of the job
  const auto rails = rails_of(testing::two_sockets(), job);
  ASSERT_EQ(rails.size(), 2U);
  ASSERT_EQ(rails[0].ports.size(), 2U);
  EXPECT_EQ(rails[0].ports[0].name, "nic0_0");
  EXPECT_EQ(rails[0].ports[1].name, "nic0_1");
}

TEST(Rails, AreTheSameOverAnyNumberOfNodes) {
  job::JobSpec job;
  const core::Topology pod = testing::nvswitch_machine(8, 90);
  const auto rails = rails_of(pod, job);
  ASSERT_EQ(rails.size(), 8U);
  job.nodes = 4;
  EXPECT_EQ(rails_of(pod, job), rails);
}

TEST(Rails, NoneWhereNoJobCouldRun) {
  EXPECT_TRUE(rails_of(testing::pcie_box({}), {}).empty());  // no port
}

}  // namespace rails_test
}  // namespace treering::sim
