#include <gtest/gtest.h>

#include "sim/nccl/paths/usable_paths.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::paths {
namespace network_pairs_test {

using core::DeviceId;
using testing::Assembly;
using testing::CpuModel;
using testing::NcclView;
using testing::PcieSpeed;

PathType type_after_marking(const core::Topology& machine, int from, int to,
                            const job::PathPolicy& policy = {}) {
  NcclView view = testing::hardware_view(machine);
  const PathType reach = policy.peer_to_peer_reach.value_or(PathType::Pxb);
  mark_network_pairs({view.system, view.links, policy, reach}, view.paths);
  return view.gpu_to_gpu(from, to).type;
}

/// A GPU and a NIC on each of two Broadwells, 6 GB/s apart.
core::Topology two_sockets_with_nics(int mbps) {
  testing::PcieBox box;
  box.cpu = CpuModel::Broadwell;
  box.sockets = 2;
  box.gpus_per_switch = 1;
  box.nic_mbps = mbps;
  return testing::pcie_box(box);
}

TEST(NetworkPairs, BothReachANicFaster) {
  EXPECT_EQ(type_after_marking(two_sockets_with_nics(100000), 0, 1), PathType::Net);
}

TEST(NetworkPairs, AsFastIsNotFaster) {
  // 48 Gbit/s are 6 GB/s.
  EXPECT_EQ(type_after_marking(two_sockets_with_nics(48000), 0, 1), PathType::Sys);
}

TEST(NetworkPairs, OneWithoutANicNearbyIsNotEnough) {
  Assembly assembly("one_nic");
  const DeviceId bridge = assembly.pci_switch(assembly.cpu(CpuModel::Broadwell));
  assembly.gpu(bridge);
  assembly.port(assembly.nic(bridge), 100000);
  assembly.gpu(assembly.cpu(CpuModel::Broadwell));
  EXPECT_EQ(type_after_marking(std::move(assembly).build(), 0, 1), PathType::Sys);
}

TEST(NetworkPairs, NicsBehindTheCpuDoNotCount) {
  Assembly assembly("nics_on_the_cpu");
  for (int socket = 0; socket < 2; ++socket) {
    const DeviceId cpu = assembly.cpu(CpuModel::Broadwell);
    assembly.gpu(cpu);
    assembly.port(assembly.nic(cpu), 100000);
  }
  EXPECT_EQ(type_after_marking(std::move(assembly).build(), 0, 1), PathType::Sys);
}

/// GPU 0 - GPU 1 - GPU 2 with one NVLink (20 GB/s) in between, a NIC of 48 GB/s beside each.
core::Topology nvlink_row_with_nics() {
  Assembly assembly("nvlink_row_with_nics");
  const DeviceId cpu = assembly.cpu();
  DeviceId last = core::kNoDevice;
  for (int i = 0; i < 3; ++i) {
    const DeviceId bridge = assembly.pci_switch(cpu, PcieSpeed::Gen5);
    const DeviceId gpu = assembly.gpu(bridge, 80, PcieSpeed::Gen5);
    assembly.port(assembly.nic(bridge, PcieSpeed::Gen5), 400000);
    if (last != core::kNoDevice) assembly.nvlink(last, gpu, 1);
    last = gpu;
  }
  return std::move(assembly).build();
}

TEST(NetworkPairs, EvenNvlinkMayBeSlower) {
  EXPECT_EQ(type_after_marking(nvlink_row_with_nics(), 0, 1), PathType::Net);
}

TEST(NetworkPairs, NotCheckedThroughAnotherGpu) {
  EXPECT_EQ(type_after_marking(nvlink_row_with_nics(), 0, 2), PathType::Nvb);
}

TEST(NetworkPairs, TheNetworkCanBeForbiddenInside) {
  EXPECT_EQ(type_after_marking(two_sockets_with_nics(100000), 0, 1, {.network_inside_node = false}),
            PathType::Sys);
}

TEST(NetworkPairs, WithoutSharedMemoryThoseTooFarForPeerToPeer) {
  const auto machine = two_sockets_with_nics(48000);
  EXPECT_EQ(type_after_marking(machine, 0, 1, {.shared_memory = false}), PathType::Net);
  EXPECT_EQ(type_after_marking(machine, 0, 1,
                               {.shared_memory = false, .peer_to_peer_reach = PathType::Sys}),
            PathType::Sys);
}

TEST(NetworkPairs, NoRelayWhereItLiesBeyondPeerToPeer) {
  // NVL reaches neighbours only; the two ends are compared with the network, 48 against 20 GB/s.
  EXPECT_EQ(type_after_marking(nvlink_row_with_nics(), 0, 2, {.peer_to_peer_reach = PathType::Nvl}),
            PathType::Net);
}

TEST(NetworkPairs, AGpuReachesItself) {
  EXPECT_EQ(type_after_marking(two_sockets_with_nics(100000), 0, 0), PathType::Loc);
}

}  // namespace network_pairs_test
}  // namespace treering::sim::nccl::paths
