// Machines that are alike but for one thing: it is found, and nothing else.
#include "tuner/diff/compare.h"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hw/builtin.h"
#include "tests/support/arbitrary_topology.h"
#include "tests/support/assembly.h"
#include "tests/support/small_machines.h"
#include "tests/tuner/diff/changed.h"

namespace treering::tuner::diff {
namespace compare_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Compare, EveryMachineIsLikeItself) {
  for (const std::string_view name : hw::builtin_names()) {
    const Topology node = hw::load_builtin(name).value();
    EXPECT_THAT(compared(node, node), IsEmpty()) << name;
  }
}

TEST(Compare, AMissingGpuIsNotAnotherOne) {
  NodeBuilder builder(dgx());
  builder.remove("GPU 3");
  for (core::Device& device : builder.devices) {
    auto* gpu = std::get_if<core::Gpu>(&device.info);
    if (gpu != nullptr && gpu->index > 3) device.name = fmt::format("GPU {}", --gpu->index);
  }
  const auto found = compared(dgx(), builder.build());
  EXPECT_THAT(texts(found), ElementsAre("GPU 3 (0000:61:00.0): in A only, missing in B",
                                        "GPU numbers differ (same order): 4 of A is 3 of B, 5 of A "
                                        "is 4 of B, 6 of A is 5 of B, 7 of A is 6 of B"));
  EXPECT_EQ(found[0].weight, Weight::Heavy);
  EXPECT_EQ(found[1].weight, Weight::Harmless);
  EXPECT_THAT(texts(compared(builder.build(), dgx())),
              ElementsAre("GPU 3 (0000:61:00.0): in B only, missing in A", ::testing::_));
}

TEST(Compare, NarrowLinksOfTwoGpusAreOneSentence) {
  NodeBuilder builder(dgx());
  for (core::Link& link : builder.links) {
    const std::string& name = builder.devices[static_cast<std::size_t>(link.from)].name;
    if (link.kind != core::LinkKind::Pcie || (name != "GPU 2" && name != "GPU 5")) continue;
    link.count = 8;
    link.bandwidth = link.bandwidth / 2;
  }
  const auto found = compared(dgx(), builder.build());
  EXPECT_THAT(
      texts(found),
      ElementsAre("GPU 2, GPU 5: 16 PCIe lanes, 63 GB/s in A, 8 PCIe lanes, 31.5 GB/s in B"));
  EXPECT_EQ(found[0].topic, "pcie_link");
}

TEST(Compare, NvlinksThatAreDownAreCountedOnce) {
  NodeBuilder builder(dgx());
  const DeviceId gpu = builder.id_of("GPU 1");
  std::erase_if(builder.links, [&](const core::Link& link) {
    const DeviceId first = builder.id_of("NVSwitch 0");
    return (link.from == gpu && link.to == first) || (link.from == first && link.to == gpu);
  });
  const auto found = compared(dgx(), builder.build());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].topic, "nvlinks");
  EXPECT_THAT(found[0].devices, ElementsAre("GPU 1"));
}

TEST(Compare, PortsAndTheirRates) {
  NodeBuilder builder(dgx());
  std::get<core::NicPort>(builder.named("mlx5_4").info).speed_mbps = 200000;
  builder.remove("mlx5_9");
  EXPECT_THAT(
      texts(compared(dgx(), builder.build())),
      ElementsAre("mlx5_9: in A only, missing in B", "mlx5_4: 400 Gbit/s in A, 200 Gbit/s in B"));
}

TEST(Compare, ASwitchAtTheOtherSocket) {
  NodeBuilder builder(dgx());
  const DeviceId nvswitch = builder.id_of("PCI switch 3");
  const DeviceId from = builder.id_of("CPU 0");
  const DeviceId to = builder.id_of("CPU 1");
  for (core::Link& link : builder.links) {
    if (link.from == nvswitch && link.to == from) link.to = to;
    if (link.to == nvswitch && link.from == from) link.from = to;
  }
  EXPECT_THAT(texts(compared(dgx(), builder.build())),
              ElementsAre("GPU 3, NIC 3: at NUMA node 0 in A, at NUMA node 1 in B"));
}

TEST(Compare, OtherBusIdsAreHarmless) {
  NodeBuilder builder(dgx());
  for (core::Device& device : builder.devices) {
    if (device.pci) device.pci->bus_id.replace(0, 4, "0001");
  }
  const auto found = compared(dgx(), builder.build());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].topic, "bus_ids");
  EXPECT_TRUE(is_alike(found));
}

TEST(Compare, OtherNumbersMayMatter) {
  NodeBuilder builder(dgx());
  std::get<core::Gpu>(builder.named("GPU 0").info).index = 1;
  std::get<core::Gpu>(builder.named("GPU 1").info).index = 0;
  const auto found = compared(dgx(), builder.build());
  EXPECT_THAT(
      texts(found),
      ElementsAre("GPU numbers differ (different order): 0 of A is 1 of B, 1 of A is 0 of B"));
  EXPECT_FALSE(is_alike(found));
}

TEST(Compare, OtherModels) {
  NodeBuilder builder(dgx());
  std::get<core::Gpu>(builder.named("GPU 0").info).compute_capability = 80;
  builder.named("NIC 2").pci->device = "0x101b";
  EXPECT_THAT(
      texts(compared(dgx(), builder.build())),
      ElementsAre("GPU 0: compute capability 9.0 in A, 8.0 in B",
                  "NIC 2: different models: PCI id 0x15b3:0x1021 in A, PCI id 0x15b3:0x101b in B"));
}

Topology with_cpu(std::string_view vendor, int family, int model) {
  NodeBuilder builder(dgx());
  auto& cpu = std::get<core::Cpu>(builder.named("CPU 0").info);
  cpu.vendor = vendor;
  cpu.family = family;
  cpu.model = model;
  return builder.build();
}

// A Broadcom BCM5720 for management, where A has a ConnectX-7: neither in place of the other.
TEST(Compare, AdaptersOfAnotherKindAreNoPair) {
  NodeBuilder changed(dgx());
  const DeviceId nic = changed.id_of("NIC 0");
  core::PciFunction& pci = *changed.named("NIC 0").pci;
  pci.vendor = "0x14e4";
  pci.device = "0x165f";
  pci.link_speed = "2.5 GT/s PCIe";
  pci.link_width = 2;
  for (core::Link& link : changed.links) {
    if (link.from == nic || link.to == nic) link.bandwidth = core::Bandwidth::from_gb_per_s(.5);
  }
  const auto said = texts(compared(dgx(), changed.build()));
  EXPECT_THAT(said, Contains("NIC 0 (0000:18:00.0): in A only, missing in B"));
  EXPECT_THAT(said, Contains("NIC 0 (0000:18:00.0): in B only, missing in A"));
  // One of another generation is.
  NodeBuilder older(dgx());
  core::PciFunction& one = *older.named("NIC 0").pci;
  one.device = "0x101b";
  one.link_speed = "16.0 GT/s PCIe";
  EXPECT_THAT(texts(compared(dgx(), older.build())),
              Contains(HasSubstr("NIC 0: different models")));
}

TEST(Compare, OtherCpusAreNamedAsTheyAreSold) {
  EXPECT_THAT(texts(compared(with_cpu("GenuineIntel", 6, 143), with_cpu("GenuineIntel", 6, 207))),
              ElementsAre("CPU 0: Intel Xeon (Sapphire Rapids) in A, Intel Xeon (Emerald Rapids) "
                          "in B"));
  EXPECT_THAT(texts(compared(with_cpu("GenuineIntel", 6, 1), with_cpu("GenuineIntel", 6, 2))),
              ElementsAre("CPU 0: x86_64 GenuineIntel (family 6, model 1) in A, x86_64 "
                          "GenuineIntel (family 6, model 2) in B"));
}

// 1Ah, which NCCL numbers 15 + (11 << 4), is 26 in what people read.
TEST(Compare, OtherCpusOfOneNameHaveTheirNumbers) {
  EXPECT_THAT(texts(compared(with_cpu("AuthenticAMD", 191, 2), with_cpu("AuthenticAMD", 191, 17))),
              ElementsAre("CPU 0: AMD EPYC (Turin), family 26, model 2 in A, AMD EPYC (Turin), "
                          "family 26, model 17 in B"));
}

TEST(Compare, EachWayRoundSaysTheSameNumber) {
  const std::vector<Topology> machines{dgx(),
                                       hw::load_builtin("dgx-a100").value(),
                                       testing::two_sockets(),
                                       testing::hybrid_cube(),
                                       testing::virtual_nic_machine(2, 2, 100000),
                                       core::TopologyBuilder("none").build().value()};
  for (const Topology& a : machines) {
    for (const Topology& b : machines) {
      EXPECT_EQ(compared(a, b).empty(), compared(b, a).empty()) << a.name() << ", " << b.name();
    }
  }
}

RC_GTEST_PROP(Compare, AnyTopologyIsLikeItself, ()) {
  const Topology node = test::arbitrary_topology();
  RC_ASSERT(compared(node, node).empty());
}

core::HostState host(const std::string& driver, std::vector<core::NcclVariable> variables) {
  core::HostState state;
  if (!driver.empty()) state.driver_version = core::Figure<std::string>{driver, {}};
  state.variables = std::move(variables);
  return state;
}

std::vector<std::string> host_texts(const core::HostState& a, const core::HostState& b) {
  return texts(compare({{dgx(), 1, {}}, a}, {{dgx(), 1, {}}, b}));
}

TEST(Compare, HowHostsAreSet) {
  EXPECT_THAT(host_texts(host("550.54", {{"NCCL_ALGO", "ring", {}}, {"NCCL_DEBUG", "INFO", {}}}),
                         host("535.1", {{"NCCL_ALGO", "tree", {}}})),
              ElementsAre("NCCL_ALGO: ring in A, tree in B", "NCCL_DEBUG: INFO in A, not set in B",
                          "driver: 550.54 in A, 535.1 in B"));
}

TEST(Compare, WhatOneDoesNotReportIsNoDifference) {
  EXPECT_THAT(host_texts(host("550.54", {{"NCCL_ALGO", "ring", {}}}), host("", {})), IsEmpty());
}

TEST(Compare, Clusters) {
  core::Fabric fabric;
  fabric.kind = core::FabricKind::SingleSwitch;
  core::Fabric other = fabric;
  other.kind = core::FabricKind::FatTree;
  const auto found = compare({{dgx(), 4, fabric}, {}}, {{dgx(), 8, other}, {}});
  EXPECT_THAT(texts(found),
              ElementsAre("4 nodes in A, 8 nodes in B", "the fabrics between nodes differ"));
}

TEST(Compare, DriversOfLogsAreOfCuda) {
  EXPECT_THAT(host_texts(host("CUDA 12.4", {}), host("550.54", {})), IsEmpty());
  EXPECT_THAT(host_texts(host("CUDA 12.4", {}), host("CUDA 12.2", {})),
              ElementsAre("driver: CUDA 12.4 in A, CUDA 12.2 in B"));
}

TEST(Difference, OfManyDevicesNamesTheirEnds) {
  Difference one{"topic", Weight::Heavy, {}, "differs"};
  for (int i = 0; i < 9; ++i) one.devices.push_back(fmt::format("GPU {}", i));
  EXPECT_EQ(one.text(), "GPU 0, ... GPU 8 (9 in all): differs");
  one.devices.pop_back();
  EXPECT_EQ(one.text(), "GPU 0, GPU 1, GPU 2, GPU 3, GPU 4, GPU 5, GPU 6, GPU 7: differs");
}

}  // namespace compare_test
}  // namespace treering::tuner::diff
