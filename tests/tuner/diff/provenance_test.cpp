// What one of two machines does not report, or only assumes, is a remark and no difference.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/diff/changed.h"
#include "tuner/diff/compare.h"

namespace treering::tuner::diff {
namespace provenance_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A file of one machine says neither how many there are nor how they are joined.
TEST(Provenance, ALoneMachineReportsNoCluster) {
  core::Fabric fabric;
  fabric.kind = core::FabricKind::SingleSwitch;
  const auto found = compare({{dgx(), 4, fabric}, {}}, {{dgx(), 1, {}}, {}});
  EXPECT_THAT(texts(found), ElementsAre("4 nodes in A, unknown in B"));
  EXPECT_TRUE(is_alike(found));
}

TEST(Provenance, WhatIsAssumedIsNoDifference) {
  NodeBuilder builder(dgx());
  core::Device& gpu = builder.named("GPU 0");
  std::get<core::Gpu>(gpu.info).compute_capability = 80;
  core::Device& port = builder.named("mlx5_4");
  std::get<core::NicPort>(port.info).speed_mbps = 100000;
  std::get<core::NicPort>(port.info).gpu_direct_rdma = false;
  core::Device& cpu = builder.named("CPU 0");
  std::get<core::Cpu>(cpu.info).model = 85;
  EXPECT_FALSE(is_alike(compared(dgx(), builder.build())));
  gpu.assumed = {"compute_capability"};
  port.assumed = {"speed_mbps", "gpu_direct_rdma"};
  cpu.assumed = {"family", "model"};
  const auto found = compared(dgx(), builder.build());
  EXPECT_TRUE(is_alike(found));
  EXPECT_THAT(texts(found), ElementsAre("GPU 0: compute capability 9.0 in A, unknown in B",
                                        "mlx5_4: 400 Gbit/s in A, unknown in B",
                                        "mlx5_4: GPUDirect RDMA in A, unknown in B",
                                        "CPU 0: Intel Xeon (Sapphire Rapids) in A, unknown in B"));
  for (const Difference& one : found) EXPECT_EQ(one.weight, Weight::Unknown);
  EXPECT_THAT(texts(compared(builder.build(), dgx()))[1], "mlx5_4: 400 Gbit/s in B, unknown in A");
  // What neither reports is not worth a word.
  NodeBuilder also(dgx());
  also.named("mlx5_4").assumed = {"speed_mbps", "gpu_direct_rdma"};
  also.named("GPU 0").assumed = {"compute_capability"};
  also.named("CPU 0").assumed = {"model"};
  EXPECT_THAT(compared(also.build(), builder.build()), IsEmpty());
}

/// Without NVLinks and NVSwitches.
Topology stripped(const Topology& node) {
  NodeBuilder builder(node);
  std::vector<std::string> switches;
  for (const core::Device& device : builder.devices) {
    if (device.kind() == core::DeviceKind::NvSwitch) switches.push_back(device.name);
  }
  for (const std::string& name : switches) builder.remove(name);
  for (core::Device& device : builder.devices) {
    if (device.kind() == core::DeviceKind::Gpu) device.pci->device.clear();
  }
  return builder.build();
}

TEST(Provenance, NvlinksThatASourceCannotShowAreNoDifference) {
  core::HostState host;
  host.nvlinks_unknown = {"no ids", {}};
  const Topology bare = stripped(dgx());
  EXPECT_FALSE(is_alike(compared(dgx(), bare)));
  const auto found = compare({{dgx(), 1, {}}, {}}, {{bare, 1, {}}, host});
  EXPECT_TRUE(is_alike(found));
  // 18 x 25 GB/s.
  EXPECT_THAT(texts(found),
              ::testing::Contains(::testing::HasSubstr("18 NVLinks, 450 GB/s in A, unknown in B")));
  EXPECT_THAT(compare({{bare, 1, {}}, host}, {{bare, 1, {}}, host}), IsEmpty());
}

TEST(Provenance, MoreNvlinksThanTheGenerationHasAreNoDifference) {
  NodeBuilder builder(dgx());
  for (core::Link& link : builder.links) {
    if (link.kind != core::LinkKind::NvLink) continue;
    link.count *= 7;
    link.bandwidth = link.bandwidth * 7;
  }
  EXPECT_TRUE(is_alike(compared(dgx(), builder.build())));
}

TEST(Provenance, LinksThatAreAssumedAreNoDifference) {
  NodeBuilder builder(dgx());
  for (core::Link& link : builder.links) {
    const std::string& name = builder.devices[static_cast<std::size_t>(link.from)].name;
    if (link.kind != core::LinkKind::Pcie || name != "GPU 2") continue;
    link.bandwidth = link.bandwidth / 2;
    link.origin.kind = core::Origin::Kind::Assumed;
  }
  EXPECT_THAT(texts(compared(dgx(), builder.build())),
              ElementsAre("GPU 2: 16 PCIe lanes, 63 GB/s in A, unknown in B"));
}

TEST(Provenance, AMakerOfCpusIsKnownWhereTheModelIsNot) {
  NodeBuilder builder(dgx());
  for (const char* name : {"CPU 0", "CPU 1"}) {
    core::Device& device = builder.named(name);
    auto& cpu = std::get<core::Cpu>(device.info);
    cpu.vendor = "AuthenticAMD";
    cpu.family.reset();
    cpu.model.reset();
  }
  EXPECT_THAT(texts(compared(dgx(), builder.build())),
              ElementsAre("CPU 0, CPU 1: x86_64 GenuineIntel in A, x86_64 AuthenticAMD in B"));
}

TEST(Provenance, OneNvSwitchMayStandForAll) {
  NodeBuilder builder(dgx());
  for (int i = 1; i < 4; ++i) {
    const std::string name = fmt::format("NVSwitch {}", i);
    const DeviceId gone = builder.id_of(name);
    const DeviceId first = builder.id_of("NVSwitch 0");
    std::vector<core::Link> moved;
    for (core::Link link : builder.links) {
      if (link.from != gone && link.to != gone) continue;
      if (link.from == gone) link.from = first;
      if (link.to == gone) link.to = first;
      moved.push_back(link);
    }
    for (const core::Link& link : moved) builder.links.push_back(link);
    builder.remove(name);
  }
  builder.named("NVSwitch 0").pci.reset();
  const auto found = compared(dgx(), builder.build());
  EXPECT_THAT(texts(found), ElementsAre("4 NVSwitches in A, unknown in B"));
  // What does not know where devices are does not know that there is none.
  builder.remove("NVSwitch 0");
  for (const char* name : {"CPU 0", "CPU 1"}) builder.named(name).assumed = {"numa_id"};
  EXPECT_THAT(texts(compared(dgx(), builder.build())),
              ::testing::Contains("4 NVSwitches in A, unknown in B"));
}

TEST(Provenance, PlacesThatAreAssumedAreOneRemark) {
  NodeBuilder builder(dgx());
  const DeviceId from = builder.id_of("CPU 0");
  const DeviceId to = builder.id_of("CPU 1");
  const DeviceId moved = builder.id_of("PCI switch 3");
  for (core::Link& link : builder.links) {
    if (link.from == moved && link.to == from) link.to = to;
    if (link.to == moved && link.from == from) link.from = to;
  }
  for (const char* name : {"CPU 0", "CPU 1"}) builder.named(name).assumed = {"numa_id"};
  EXPECT_THAT(texts(compared(dgx(), builder.build())),
              ElementsAre("which devices are near which CPU is unknown in B"));
}

}  // namespace provenance_test
}  // namespace treering::tuner::diff
