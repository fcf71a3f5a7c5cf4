#include <gtest/gtest.h>

#include "sim/nccl/paths/usable_paths.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::paths {
namespace domains_test {

using testing::CpuModel;

std::vector<int> domains_of(const core::Topology& machine) {
  const testing::NcclView view = testing::usable_view(machine);
  return domains(view.system, view.paths);
}

/// Two GPUs and a NIC below each of two Broadwells, which are 6 GB/s apart.
core::Topology two_sockets_with_nics(int mbps) {
  testing::PcieBox box;
  box.cpu = CpuModel::Broadwell;
  box.sockets = 2;
  box.nic_mbps = mbps;
  return testing::pcie_box(box);
}

TEST(Domains, OneWhereTheNetworkIsSlower) {
  EXPECT_EQ(domains_of(two_sockets_with_nics(10000)), (std::vector<int>{0, 0, 0, 0}));
}

TEST(Domains, OnePerSocketWhereTheNetworkIsFaster) {
  EXPECT_EQ(domains_of(two_sockets_with_nics(100000)), (std::vector<int>{0, 0, 2, 2}));
}

TEST(Domains, OneWithoutNics) {
  EXPECT_EQ(domains_of(two_sockets_with_nics(0)), (std::vector<int>{0, 0, 0, 0}));
}

/// A GPU on each of three Broadwells. The outer two have a NIC next to them and use the network
/// between each other. The middle one has none, and no GPU uses the network to reach it.
core::Topology three_sockets() {
  testing::Assembly assembly("three_sockets");
  for (int socket = 0; socket < 3; ++socket) {
    const auto bridge = assembly.pci_switch(assembly.cpu(CpuModel::Broadwell));
    assembly.gpu(bridge);
    if (socket != 1) assembly.port(assembly.nic(bridge), 100000);
  }
  return std::move(assembly).build();
}

TEST(Domains, HoldGpusThatTalkThroughTheNetworkWhenOneBetweenReachesBoth) {
  // Rank 0 is the GPU in the middle, so the System has the GPUs in the order of the sockets.
  job::JobSpec job;
  job.devices = {1, 0, 2};
  const testing::NcclView view = testing::usable_view(three_sockets(), job);
  ASSERT_EQ(view.system.gpu(1).rank, 0);
  EXPECT_EQ(view.gpu_to_gpu(0, 2).type, PathType::Net);
  EXPECT_EQ(domains(view.system, view.paths), (std::vector<int>{0, 0, 0}));
}

TEST(Domains, LookBackOnly) {
  // Rank 0 on socket 0 does not see socket 1 (no NIC), so GPU 1 comes last, too late to join GPU 2
  // to the domain of GPU 0.
  const testing::NcclView view = testing::usable_view(three_sockets());
  ASSERT_EQ(view.system.gpu(1).rank, 2);
  EXPECT_EQ(domains(view.system, view.paths), (std::vector<int>{0, 1, 0}));
}

}  // namespace domains_test
}  // namespace treering::sim::nccl::paths
