#include "sim/nccl/paths/paths.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_view.h"
#include "tests/support/peak_memory.h"
#include "tests/support/processor_time.h"
#include "tests/support/sanitized.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::paths {
namespace paths_test {

using testing::Assembly;
using testing::CpuModel;
using testing::hardware_view;
using testing::NcclView;
using testing::PcieSpeed;

void expect_path(const Path& path, PathType type, int hops, float bandwidth) {
  EXPECT_EQ(name_of(path.type), name_of(type));
  EXPECT_EQ(path.hops(), hops);
  EXPECT_FLOAT_EQ(path.bandwidth, bandwidth);
}

/// CPU 0 ─┬─ switch ─┬─ GPU 0            CPU 1 ── GPU 5
///        │          └─ GPU 1
///        ├─ switch ─┬─ switch ── GPU 2
///        │          └─ GPU 3
///        └─ GPU 4                        PCIe 4: 24 GB/s
core::Topology pcie_tree() {
  Assembly assembly("pcie_tree");
  const auto cpu0 = assembly.cpu();
  const auto a = assembly.pci_switch(cpu0);
  assembly.gpu(a);
  assembly.gpu(a);
  const auto b = assembly.pci_switch(cpu0);
  assembly.gpu(assembly.pci_switch(b));
  assembly.gpu(b);
  assembly.gpu(cpu0);
  assembly.gpu(assembly.cpu());
  return std::move(assembly).build();
}

TEST(Paths, ToItselfIsLocal) {
  // LOC_BW, 5000 GB/s.
  expect_path(hardware_view(pcie_tree()).gpu_to_gpu(0, 0), PathType::Loc, 0, 5000);
}

TEST(Paths, OneSwitchIsPix) {
  expect_path(hardware_view(pcie_tree()).gpu_to_gpu(0, 1), PathType::Pix, 2, 24);
}

TEST(Paths, TwoSwitchesArePxb) {
  expect_path(hardware_view(pcie_tree()).gpu_to_gpu(2, 3), PathType::Pxb, 3, 24);
}

TEST(Paths, ThroughTheCpuIsPhb) {
  const NcclView view = hardware_view(pcie_tree());
  expect_path(view.gpu_to_gpu(0, 4), PathType::Phb, 3, 24);
  // GPU 0, switch, CPU, switch, switch, GPU 2.
  expect_path(view.gpu_to_gpu(0, 2), PathType::Phb, 5, 24);
}

TEST(Paths, AcrossSocketsIsSys) {
  // NCCL assumes 22 GB/s between two Sapphire Rapids, less than the 24 of PCIe 4.
  expect_path(hardware_view(pcie_tree()).gpu_to_gpu(4, 5), PathType::Sys, 3, 22);
}

TEST(Paths, NetHopAddsNoTypeOfItsOwn) {
  // GPU, switch, NIC, NET: 100 Gbit/s are 12.5 GB/s.
  Assembly assembly("nic");
  const auto bridge = assembly.pci_switch(assembly.cpu());
  assembly.gpu(bridge);
  assembly.port(assembly.nic(bridge), 100000);
  const NcclView view = hardware_view(std::move(assembly).build());
  expect_path(view.gpu_to_net(0, 0), PathType::Pix, 3, 12.5);
  expect_path(view.net_to_gpu(0, 0), PathType::Pix, 3, 12.5);
}

TEST(Paths, NvlinkBeatsPcieByHops) {
  // Three links of 20 GB/s.
  expect_path(hardware_view(testing::nvlink_mesh(2, 3, 80)).gpu_to_gpu(0, 1), PathType::Nvl, 1, 60);
}

TEST(Paths, NvswitchIsNvlinkInTwoHops) {
  // 18 links of 20.6 GB/s on Hopper.
  testing::NvswitchBox box;
  box.gpus = 2;
  expect_path(hardware_view(testing::nvswitch_box(box)).gpu_to_gpu(0, 1), PathType::Nvl, 2, 370.8F);
}

/// GPUs 0 - 1 - 2 - 3 in a row, each behind a switch of its own, with `links` NVLinks in between.
core::Topology nvlink_row(int gpus, int links) {
  Assembly assembly("nvlink_row");
  const auto cpu = assembly.cpu();
  core::DeviceId last = core::kNoDevice;
  for (int i = 0; i < gpus; ++i) {
    const auto gpu = assembly.gpu(assembly.pci_switch(cpu));
    if (last != core::kNoDevice) assembly.nvlink(last, gpu, links);
    last = gpu;
  }
  return std::move(assembly).build();
}

TEST(Paths, FewerHopsBeatWider) {
  // Over GPU 1: two hops at 20 GB/s. Over the CPU: four hops at 24 GB/s.
  expect_path(hardware_view(nvlink_row(3, 1)).gpu_to_gpu(0, 2), PathType::Nvb, 2, 20);
}

TEST(Paths, OnlyOneGpuOnTheWay) {
  // Over GPUs 1 and 2 would be three hops at 80 GB/s.
  expect_path(hardware_view(nvlink_row(4, 4)).gpu_to_gpu(0, 3), PathType::Phb, 4, 24);
}

TEST(Paths, WiderOfEquallyShort) {
  // GPUs on the CPU itself: over it two hops at 24 GB/s, over GPU 1 two hops at 40.
  Assembly assembly("triangle");
  const auto cpu = assembly.cpu();
  const auto a = assembly.gpu(cpu);
  const auto b = assembly.gpu(cpu);
  const auto c = assembly.gpu(cpu);
  assembly.nvlink(a, b, 2);
  assembly.nvlink(b, c, 2);
  expect_path(hardware_view(std::move(assembly).build()).gpu_to_gpu(0, 2), PathType::Nvb, 2, 40);
}

TEST(Paths, NoWayThroughAGpuToANic) {
  // GPU 0's only short path to the NIC would be NVLink and GPU 1's PCIe.
  Assembly assembly("nic_beside_peer");
  const auto cpu = assembly.cpu();
  const auto far = assembly.gpu(assembly.pci_switch(cpu));
  const auto bridge = assembly.pci_switch(cpu);
  const auto near = assembly.gpu(bridge);
  assembly.nvlink(far, near, 2);
  assembly.port(assembly.nic(bridge), 100000);
  expect_path(hardware_view(std::move(assembly).build()).gpu_to_net(0, 0), PathType::Phb, 5, 12.5);
}

TEST(Paths, OneWayNvlinkCarriesNothing) {
  Assembly assembly("one_way");
  const auto bridge = assembly.pci_switch(assembly.cpu());
  const auto a = assembly.gpu(bridge);
  const auto b = assembly.gpu(bridge);
  core::Link link;
  link.kind = core::LinkKind::NvLink;
  link.from = a;
  link.to = b;
  link.bandwidth = core::Bandwidth::from_gb_per_s(25);
  assembly.builder().connect(link);
  const NcclView view = hardware_view(std::move(assembly).build());
  expect_path(view.gpu_to_gpu(0, 1), PathType::Pix, 2, 24);
  expect_path(view.gpu_to_gpu(1, 0), PathType::Pix, 2, 24);
}

TEST(Paths, ChipToChip) {
  // Two GPUs with 450 GB/s to one Grace.
  Assembly assembly("c2c");
  const auto cpu = assembly.cpu(CpuModel::Grace);
  for (int i = 0; i < 2; ++i) assembly.c2c(assembly.gpu(cpu, 90, PcieSpeed::Gen5), cpu, 450);
  const NcclView view = hardware_view(std::move(assembly).build());
  expect_path(view.gpu_to_gpu(0, 1), PathType::C2c, 2, 450);
  expect_path(view.paths.between(view.gpu(0), system::NodeType::Cpu, 0), PathType::C2c, 1, 450);
}

TEST(Paths, LinksLeadFromStartToEnd) {
  const NcclView view = hardware_view(pcie_tree());
  const Path& path = view.gpu_to_gpu(2, 3);
  system::NodeId at = view.gpu(2);
  for (const LinkId link : path.links) {
    EXPECT_EQ(view.links[link].from, at);
    at = view.links[link].to;
  }
  EXPECT_EQ(at, view.gpu(3));
}

TEST(LinkTable, FindsOneTypeOfLinkBetweenTwoNodes) {
  Assembly assembly("double");
  const auto bridge = assembly.pci_switch(assembly.cpu());
  const auto a = assembly.gpu(bridge);
  assembly.nvlink(a, assembly.gpu(bridge), 2);
  const NcclView view = hardware_view(std::move(assembly).build());
  const LinkId nvlink = view.links.find(view.gpu(0), view.gpu(1), PathType::Nvl);
  ASSERT_GE(nvlink, 0);
  EXPECT_FLOAT_EQ(view.links[nvlink].bandwidth, 40);
  EXPECT_EQ(view.links.find(view.gpu(0), view.gpu(1), PathType::Pix), -1);
}

// The table has the 5 x 5 paths that NCCL uses, not one for every pair of 12,001 nodes. Those would
// take 12,001 x 12,001 x 40 bytes, 5.8 GB, and on trees this deep the same again for their links.
TEST(Paths, TakeLittleTimeAndMemoryOnManyDeepSwitches) {
  if (treering::test::kIsSanitized) GTEST_SKIP() << "a sanitizer keeps freed memory";
  constexpr int kDepth = 250;
  Assembly assembly("deep");
  const auto cpu = assembly.cpu();
  for (int chain = 0; chain < 48; ++chain) {
    auto above = cpu;
    for (int i = 0; i < kDepth; ++i) above = assembly.pci_switch(above);
    if (chain < 4) assembly.gpu(above);
  }
  const core::Topology topology = std::move(assembly).build();
  const double before = treering::test::peak_memory_mb();
  const double seconds = treering::test::processor_seconds([&topology] {
    // Up to the CPU and down again. The path to the CPU has a link for each switch and one for the
    // GPU.
    expect_path(hardware_view(topology).gpu_to_gpu(0, 3), PathType::Phb, 2 * (kDepth + 1), 24);
  });
  EXPECT_LT(treering::test::peak_memory_mb() - before, 100);
  EXPECT_LT(seconds, 5);
}

}  // namespace paths_test
}  // namespace treering::sim::nccl::paths
