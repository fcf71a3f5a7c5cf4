#include "sim/nccl/system/system.h"

#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::sim::nccl::system {
namespace system_test {

using core::DeviceId;
using testing::Assembly;

/// Three GPUs numbered in the reverse order of the document.
Assembly numbered_backwards() {
  Assembly assembly("numbered_backwards");
  const DeviceId cpu = assembly.cpu();
  for (const int index : {2, 1, 0}) {
    const DeviceId id = assembly.gpu(cpu);
    assembly.info<core::Gpu>(id).index = index;
  }
  return assembly;
}

TEST(LocalRanks, FollowGpuNumbers) {
  const core::Topology machine = numbered_backwards().build();
  EXPECT_EQ(local_ranks(machine, {}), (std::vector<DeviceId>{3, 2, 1}));
}

TEST(LocalRanks, FollowTheJob) {
  const core::Topology machine = numbered_backwards().build();
  job::JobSpec job;
  job.devices = {0, 2};
  EXPECT_EQ(local_ranks(machine, job), (std::vector<DeviceId>{3, 1}));
}

TEST(System, RangeOfComputeCapabilities) {
  Assembly assembly("mixed");
  const DeviceId cpu = assembly.cpu();
  for (const int capability : {80, 90, 86}) assembly.gpu(cpu, capability);
  const System system = make_system(std::move(assembly).build(), {});
  EXPECT_EQ(system.min_compute_capability(), 80);
  EXPECT_EQ(system.max_compute_capability(), 90);
}

TEST(System, NodesByTypeAreInOrder) {
  const System system = make_system(testing::two_sockets(), {});
  EXPECT_EQ(system.count(NodeType::Gpu), 4);
  EXPECT_EQ(system.count(NodeType::Cpu), 2);
  EXPECT_EQ(system.count(NodeType::Pci), 3);
  EXPECT_EQ(system.count(NodeType::Nic), 2);
  EXPECT_EQ(system.count(NodeType::Net), 3);
  EXPECT_EQ(system.count(NodeType::Nvs), 0);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(system.gpu(i).device, i);
}

}  // namespace system_test
}  // namespace treering::sim::nccl::system
