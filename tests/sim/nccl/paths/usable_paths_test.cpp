#include "sim/nccl/paths/usable_paths.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::paths {
namespace usable_paths_test {

using core::DeviceId;
using testing::Assembly;
using testing::CpuModel;
using testing::hardware_view;
using testing::NcclView;
using testing::PcieSpeed;
using testing::usable_view;

void expect_path(const Path& path, PathType type, int hops, float bandwidth) {
  EXPECT_EQ(name_of(path.type), name_of(type));
  EXPECT_EQ(path.hops(), hops);
  EXPECT_FLOAT_EQ(path.bandwidth, bandwidth);
}

// --- between GPUs

/// GPU 0 reaches the CPU by C2C, the others by PCIe: a detour over the CPU shows as P2C where the
/// hardware path is PHB.
core::Topology one_gpu_with_c2c(CpuModel model, int gpus) {
  Assembly assembly("one_gpu_with_c2c");
  const DeviceId cpu = assembly.cpu(model);
  assembly.c2c(assembly.gpu(cpu), cpu, 450);
  for (int i = 1; i < gpus; ++i) assembly.gpu(cpu);
  return std::move(assembly).build();
}

TEST(UsablePaths, GpuPairsBeyondPxbGoOverTheCpu) {
  const core::Topology machine = one_gpu_with_c2c(CpuModel::SapphireRapids, 2);
  expect_path(hardware_view(machine).gpu_to_gpu(0, 1), PathType::Phb, 2, 24);
  expect_path(usable_view(machine).gpu_to_gpu(0, 1), PathType::P2c, 2, 24);
}

TEST(UsablePaths, GpuPairsWithinPxbDoNot) {
  Assembly assembly("pxb");
  const DeviceId top = assembly.pci_switch(assembly.cpu());
  assembly.gpu(assembly.pci_switch(top));
  assembly.gpu(assembly.pci_switch(top));
  // GPU, switch, switch, switch, GPU.
  expect_path(usable_view(std::move(assembly).build()).gpu_to_gpu(0, 1), PathType::Pxb, 4, 24);
}

TEST(UsablePaths, TwoGpusOnAmdReachEachOtherAnywhere) {
  const auto view = usable_view(one_gpu_with_c2c(CpuModel::Milan, 2));
  expect_path(view.gpu_to_gpu(0, 1), PathType::Phb, 2, 24);
}

TEST(UsablePaths, ThreeGpusOnAmdDoNot) {
  const auto view = usable_view(one_gpu_with_c2c(CpuModel::Milan, 3));
  expect_path(view.gpu_to_gpu(0, 1), PathType::P2c, 2, 24);
}

TEST(UsablePaths, GpusFasterOverTheNetworkAreMarked) {
  // Broadwell sockets: 6 GB/s in between, a NIC of 12 GB/s (PCIe 3) beside each GPU.
  testing::PcieBox box;
  box.cpu = CpuModel::Broadwell;
  box.sockets = 2;
  box.gpus_per_switch = 1;
  box.speed = PcieSpeed::Gen3;
  box.nic_mbps = 100000;
  expect_path(usable_view(testing::pcie_box(box)).gpu_to_gpu(0, 1), PathType::Net, 5, 6);
}

// --- from GPUs to NETs: PXN

/// GPU 0 and GPU 1, each behind a switch, `links` NVLinks in between; a NIC of 100 Gbit/s beside
/// GPU 1.
Assembly nic_beside_gpu_1(int links) {
  Assembly assembly("nic_beside_gpu_1");
  const DeviceId cpu = assembly.cpu();
  const DeviceId far = assembly.gpu(assembly.pci_switch(cpu));
  const DeviceId bridge = assembly.pci_switch(cpu);
  const DeviceId near = assembly.gpu(bridge);
  if (links > 0) assembly.nvlink(far, near, links);
  assembly.port(assembly.nic(bridge), 100000);
  return assembly;
}

TEST(UsablePaths, SendsThroughThePeerBesideTheNic) {
  const auto view = usable_view(nic_beside_gpu_1(1).build());
  // GPU 0, GPU 1, switch, NIC, NET in place of GPU 0, switch, CPU, switch, NIC, NET.
  expect_path(view.gpu_to_net(0, 0), PathType::Pxn, 4, 12.5);
  expect_path(view.gpu_to_net(1, 0), PathType::Pix, 3, 12.5);
}

TEST(UsablePaths, ReceivesWithoutThePeer) {
  const auto view = usable_view(nic_beside_gpu_1(1).build());
  expect_path(view.net_to_gpu(0, 0), PathType::Phb, 5, 12.5);
}

TEST(UsablePaths, NoPeerWithoutNvlink) {
  const auto view = usable_view(nic_beside_gpu_1(0).build());
  expect_path(view.gpu_to_net(0, 0), PathType::Phb, 5, 12.5);
}

TEST(UsablePaths, NoPeerWhenDisabled) {
  job::PathPolicy policy;
  policy.pxn = false;
  const auto view = usable_view(nic_beside_gpu_1(1).build(), {}, policy);
  expect_path(view.gpu_to_net(0, 0), PathType::Phb, 5, 12.5);
}

TEST(UsablePaths, NoPeerWhenTheDirectPathIsAsGood) {
  // Both GPUs beside the NIC.
  Assembly assembly("shared_switch");
  const DeviceId bridge = assembly.pci_switch(assembly.cpu());
  const DeviceId a = assembly.gpu(bridge);
  assembly.nvlink(a, assembly.gpu(bridge), 4);
  assembly.port(assembly.nic(bridge), 100000);
  const auto view = usable_view(std::move(assembly).build());
  expect_path(view.gpu_to_net(0, 0), PathType::Pix, 3, 12.5);
  expect_path(view.gpu_to_net(1, 0), PathType::Pix, 3, 12.5);
}

TEST(UsablePaths, PeerWithAWiderPathHelpsEvenBesideTheNic) {
  // GPU 0 sits in a PCIe 3 slot (12 GB/s), GPU 1 in PCIe 4; the NIC brings 25 GB/s.
  Assembly assembly("narrow_gpu");
  const DeviceId bridge = assembly.pci_switch(assembly.cpu());
  const DeviceId narrow = assembly.gpu(bridge, 80, PcieSpeed::Gen3);
  assembly.nvlink(narrow, assembly.gpu(bridge), 4);
  assembly.port(assembly.nic(bridge), 200000);
  const auto view = usable_view(std::move(assembly).build());
  expect_path(view.gpu_to_net(0, 0), PathType::Pxn, 4, 24);
}

// --- from GPUs to NETs: GPUDirect RDMA

Assembly gpu_and_nic() {
  Assembly assembly("gpu_and_nic");
  const DeviceId bridge = assembly.pci_switch(assembly.cpu());
  assembly.gpu(bridge);
  assembly.port(assembly.nic(bridge), 100000);
  return assembly;
}

// Without GPUDirect RDMA: GPU, switch, CPU, then switch, NIC, NET.
constexpr int kHopsOverTheCpu = 5;

TEST(UsablePaths, DirectWhenBothCan) {
  expect_path(usable_view(gpu_and_nic().build()).gpu_to_net(0, 0), PathType::Pix, 3, 12.5);
}

TEST(UsablePaths, OverTheCpuWhenTheGpuCannot) {
  Assembly assembly = gpu_and_nic();
  assembly.info<core::Gpu>(2).gpu_direct_rdma = false;  // CPU, switch, GPU
  const auto view = usable_view(std::move(assembly).build());
  expect_path(view.gpu_to_net(0, 0), PathType::Phb, kHopsOverTheCpu, 12.5);
  expect_path(view.net_to_gpu(0, 0), PathType::Phb, kHopsOverTheCpu, 12.5);
}

TEST(UsablePaths, OverTheCpuWhenTheNicCannot) {
  Assembly assembly = gpu_and_nic();
  assembly.info<core::NicPort>(4).gpu_direct_rdma = false;  // CPU, switch, GPU, NIC, port
  const auto view = usable_view(std::move(assembly).build());
  expect_path(view.gpu_to_net(0, 0), PathType::Phb, kHopsOverTheCpu, 12.5);
}

TEST(UsablePaths, OverTheCpuBeyondTheReachOfGpuDirect) {
  job::PathPolicy policy;
  policy.gpu_direct_reach = PathType::Nvl;
  const auto view = usable_view(gpu_and_nic().build(), {}, policy);
  expect_path(view.gpu_to_net(0, 0), PathType::Phb, kHopsOverTheCpu, 12.5);
}

TEST(UsablePaths, ThePeersDistanceCountsForPxn) {
  // GPU 1 is at PIX from the NIC. PXN is farther than PHB may be, but GPU 1 is the one that sends.
  job::PathPolicy policy;
  policy.gpu_direct_reach = PathType::Pix;
  const auto view = usable_view(nic_beside_gpu_1(1).build(), {}, policy);
  expect_path(view.gpu_to_net(0, 0), PathType::Pxn, 4, 12.5);
}

TEST(UsablePaths, ThePeerIsOfNoUseWhenTheGpuCannot) {
  Assembly assembly = nic_beside_gpu_1(1);
  assembly.info<core::Gpu>(2).gpu_direct_rdma = false;  // CPU, switch, GPU 0
  const auto view = usable_view(std::move(assembly).build());
  expect_path(view.gpu_to_net(0, 0), PathType::Phb, kHopsOverTheCpu, 12.5);
}

// --- chip to chip

TEST(UsablePaths, NicOnTheCpuOfAChipToChipGpuIsP2c) {
  const core::Topology machine = testing::grace_box(1);
  // GPU, CPU, NIC, NET; PCIe 5 48 GB/s.
  expect_path(hardware_view(machine).gpu_to_net(0, 0), PathType::Phb, 3, 48);
  expect_path(usable_view(machine).gpu_to_net(0, 0), PathType::P2c, 3, 48);
  expect_path(usable_view(machine).net_to_gpu(0, 0), PathType::P2c, 3, 48);
}

TEST(UsablePaths, OlderVersionsTakeP2cForPhb) {
  job::PathPolicy policy;
  policy.p2c = false;
  expect_path(usable_view(testing::grace_box(1), {}, policy).gpu_to_net(0, 0), PathType::Phb, 3,
              48);
}

TEST(UsablePaths, P2cBecomesADetourWhereGpuDirectOverC2cIsOff) {
  // The same links, but NCCL now treats them as what they are: C2C to the CPU and PCIe from there,
  // which together are P2C again.
  job::PathPolicy policy;
  policy.gpu_direct_over_c2c = false;
  expect_path(usable_view(testing::grace_box(1), {}, policy).gpu_to_net(0, 0), PathType::P2c, 3,
              48);
}

TEST(UsablePaths, PxnThroughAChipToChipPeer) {
  // Across sockets (ARM: 6 GB/s) the better path to the peer's NIC leads over NVSwitch and the
  // peer: GPU 0, NVSwitch, GPU 1, CPU 1, NIC, NET.
  expect_path(usable_view(testing::grace_box(2)).gpu_to_net(0, 1), PathType::Pxn, 5, 48);
}

TEST(UsablePaths, NoPxnThroughAChipToChipPeerWhenDisabled) {
  // P2C in the hardware's own length: GPU 0, CPU 0, CPU 1, NIC, NET over 6 GB/s.
  job::PathPolicy policy;
  policy.pxn_over_c2c = false;
  expect_path(usable_view(testing::grace_box(2), {}, policy).gpu_to_net(0, 1), PathType::Sys, 4, 6);
}

// --- ranges

TEST(UsablePaths, ClosestAndFarthest) {
  testing::PcieBox box;
  box.sockets = 2;
  box.nic_mbps = 100000;
  const auto view = usable_view(testing::pcie_box(box));
  EXPECT_EQ(closest(view.system, view.paths, system::NodeType::Gpu), PathType::Pix);
  EXPECT_EQ(farthest(view.system, view.paths, system::NodeType::Gpu), PathType::Sys);
  EXPECT_EQ(closest(view.system, view.paths, system::NodeType::Net), PathType::Pix);
  EXPECT_EQ(farthest(view.system, view.paths, system::NodeType::Net), PathType::Sys);
}

TEST(UsablePaths, ClosestAndFarthestWithoutPairs) {
  testing::PcieBox box;
  box.gpus_per_switch = 1;
  const auto view = usable_view(testing::pcie_box(box));
  EXPECT_EQ(closest(view.system, view.paths, system::NodeType::Gpu), PathType::Sys);
  EXPECT_EQ(farthest(view.system, view.paths, system::NodeType::Gpu), PathType::Loc);
}

TEST(UsablePaths, PeerToPeerAsSet) {
  const core::Topology machine = testing::nvlink_mesh(2, 3, 70);
  job::PathPolicy policy;
  EXPECT_EQ(usable_view(machine, {}, policy).gpu_to_gpu(0, 1).type, PathType::Nvl);
  policy.peer_to_peer_reach = PathType::Loc;
  EXPECT_GE(usable_view(machine, {}, policy).gpu_to_gpu(0, 1).type, PathType::Phb)
      << "through the CPU";
}

// NVML allows two GeForce cards their NVLink bridge, and nothing over PCIe, whatever
// NCCL_P2P_LEVEL says.
TEST(UsablePaths, CardsWithoutPeersOverPcieKeepTheirNvlinks) {
  const job::PathPolicy without{.peer_to_peer_reach = PathType::Sys, .has_pcie_peers = false};
  EXPECT_EQ(usable_view(testing::nvlink_mesh(2, 3, 70), {}, without).gpu_to_gpu(0, 1).type,
            PathType::Nvl);
  Assembly assembly("one switch");
  const DeviceId top = assembly.pci_switch(assembly.cpu());
  assembly.gpu(top);
  assembly.gpu(top);
  const core::Topology cards = std::move(assembly).build();
  EXPECT_EQ(usable_view(cards).gpu_to_gpu(0, 1).type, PathType::Pix);
  EXPECT_EQ(usable_view(cards, {}, without).gpu_to_gpu(0, 1).type, PathType::Phb);
}

TEST(UsablePaths, NoRelayOverNvlinkAsSet) {
  const core::Topology machine = testing::hybrid_cube();
  // GPU 0 has no NVLink to GPU 5.
  EXPECT_EQ(usable_view(machine).gpu_to_gpu(0, 5).type, PathType::Nvb);
  const job::PathPolicy policy{.relays_over_nvlink = false};
  EXPECT_GT(usable_view(machine, {}, policy).gpu_to_gpu(0, 5).type, PathType::Nvb);
}

}  // namespace usable_paths_test
}  // namespace treering::sim::nccl::paths
