// Each source by itself.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/discover/sources/infiniband.h"
#include "hw/discover/sources/net.h"
#include "hw/discover/sources/numa.h"
#include "hw/discover/sources/pci.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/recorded_machines.h"
#include "tests/support/temporary_folder.h"

namespace treering::hw::discover::sources {
namespace sources_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(BusId, IsTheLastOfAPath) {
  EXPECT_EQ(bus_id_in("/sys/devices/pci0000:00/0000:00:03.0/virtio2"), "0000:00:03.0");
  EXPECT_EQ(bus_id_in("/sys/devices/virtual/net/lo"), "");
}

TEST(Names, CountTheirNumbers) {
  EXPECT_THAT(in_order_of_numbers({"mlx5_10", "mlx5_2", "mlx4_0", "mlx5_bond_0", "a"}),
              ElementsAre("a", "mlx4_0", "mlx5_2", "mlx5_10", "mlx5_bond_0"));
}

TEST(PciSource, KeepsGpusAdaptersSwitchesAndTheBridgesAbove) {
  const PciFacts facts =
      discover_pci(world::recording::ReplayedWorld(support::dgx_like().recording()));
  // 2 GPUs, 2 adapters, each below a bridge of its own; upstream bridge, root port; NVSwitch with
  // root port. Not the disk.
  EXPECT_EQ(facts.functions.size(), 12U);
  EXPECT_THAT(facts.unread, IsEmpty());
  const PciFact& gpu = facts.functions.at("0000:07:00.0");
  EXPECT_EQ(gpu.root, "pci0000:00");
  EXPECT_THAT(gpu.above, ElementsAre("0000:00:01.1", "0000:01:00.0", "0000:02:00.0"));
  EXPECT_EQ(gpu.device, "0x20b0");
  EXPECT_EQ(gpu.max_link_speed->value, "16.0 GT/s PCIe");
  EXPECT_EQ(gpu.max_link_speed->origin.source, "/sys/bus/pci/devices/0000:07:00.0/max_link_speed");
  EXPECT_EQ(gpu.max_link_width->value, 16);
  EXPECT_EQ(gpu.numa_node->value, 0);
  EXPECT_TRUE(is_nvswitch(facts.functions.at("0000:41:00.0")));
}

TEST(PciSource, WhatTheKernelDoesNotKnowIsNothing) {
  auto machine = support::dgx_like();
  const std::string gpu = "pci0000:00/0000:00:09.0";
  machine.pci(gpu, {"0x030000", "0x10de", "0x2204", "Unknown", 255, -1});
  const PciFacts facts = discover_pci(world::recording::ReplayedWorld(machine.recording()));
  const PciFact& fact = facts.functions.at("0000:00:09.0");
  EXPECT_FALSE(fact.max_link_speed);
  EXPECT_FALSE(fact.max_link_width);
  EXPECT_THAT(facts.unread, IsEmpty());
}

TEST(PciSource, SaysWhatItMayNotRead) {
  auto machine = support::virtual_machine();
  const std::string path = "/sys/bus/pci/devices/0000:00:05.0/numa_node";
  machine.denied(path);
  const PciFacts facts = discover_pci(world::recording::ReplayedWorld(machine.recording()));
  ASSERT_EQ(facts.unread.size(), 1U);
  EXPECT_EQ(facts.unread[0], (Unread{path, {world::Unseen::Why::Denied, "permission denied"}}));
}

TEST(NumaSource, GivesFamiliesAsNcclWritesThem) {
  const NumaFacts amd =
      discover_numa(world::recording::ReplayedWorld(support::dgx_like().recording()));
  EXPECT_EQ(amd.arch, "x86_64");
  EXPECT_EQ(amd.vendor, "AuthenticAMD");
  EXPECT_EQ(amd.family->value, 143);  // 23 is 15 + 8, and 15 + (8 << 4)
  EXPECT_EQ(amd.model->value, 49);
  EXPECT_EQ(amd.cpumaps.at(1), "ffffffff,00000000");
  const NumaFacts intel =
      discover_numa(world::recording::ReplayedWorld(support::virtual_machine().recording()));
  EXPECT_EQ(intel.family->value, 6);
}

TEST(NumaSource, KnowsOtherProcessors) {
  support::RecordedMachine machine;
  machine.text("/proc/cpuinfo", "processor\t: 0\nBogoMIPS\t: 2000\nCPU implementer\t: 0x41\n");
  EXPECT_EQ(discover_numa(world::recording::ReplayedWorld(machine.recording())).arch, "arm64");
  machine.text("/proc/cpuinfo", "processor\t: 0\ncpu\t\t: POWER9, altivec supported\n");
  EXPECT_EQ(discover_numa(world::recording::ReplayedWorld(machine.recording())).arch, "ppc64");
}

TEST(NumaSource, SaysWhatIsAbsent) {
  const NumaFacts facts = discover_numa(world::recording::ReplayedWorld({}));
  ASSERT_EQ(facts.unread.size(), 2U);
  EXPECT_EQ(facts.unread[0].path, "/sys/devices/system/node");
  EXPECT_EQ(facts.unread[1].path, "/proc/cpuinfo");
}

TEST(InfinibandSource, ReadsAdaptersAndPorts) {
  const auto facts =
      discover_infiniband(world::recording::ReplayedWorld(support::dgx_like().recording()));
  ASSERT_EQ(facts.hcas.size(), 2U);
  const Hca& hca = facts.hcas[0];
  EXPECT_EQ(hca.name, "mlx5_0");
  EXPECT_EQ(hca.bus_id, "0000:0b:00.0");
  // b8ce:f603:00a1:0001 from the last byte to the first.
  EXPECT_EQ(hca.guid, 0x0100a10003f6ceb8U);
  ASSERT_EQ(hca.ports.size(), 1U);
  EXPECT_EQ(hca.ports[0].rate_mbps->value, 200000);
  EXPECT_EQ(hca.ports[0].state, "ACTIVE");
  EXPECT_EQ(hca.ports[0].link_layer, "InfiniBand");
}

TEST(InfinibandSource, Rates) {
  EXPECT_EQ(rate_in("400 Gb/sec (4X NDR)"), 400000);
  EXPECT_EQ(rate_in("2.5 Gb/sec (1X SDR)"), 2500);
  for (const char* text :
       {"", "fast", "-1 Gb/sec", "0 Gb/sec", "nan Gb/sec", "inf Gb/sec", "100"}) {
    EXPECT_FALSE(rate_in(text)) << text;
  }
}

TEST(InfinibandSource, ReadsARealMachine) {
  namespace fs = std::filesystem;
  const fs::path recorded = "../shared/topologies/sys/class-infiniband-h100.0";
  if (!fs::exists(recorded)) GTEST_SKIP() << recorded << " is not there";
  const support::TemporaryFolder copy;
  fs::create_directories(copy.path() + "/sys/class");
  fs::copy(recorded, copy.path() + "/sys/class/infiniband", fs::copy_options::recursive);
  const auto recording = world::recording::load_recording(copy.path());
  ASSERT_TRUE(recording) << recording.error().message();
  const auto facts = discover_infiniband(world::recording::ReplayedWorld(*recording));
  int ndr_ports = 0;
  for (const Hca& hca : facts.hcas) {
    for (const HcaPort& port : hca.ports) {
      if (port.rate_mbps && port.rate_mbps->value == 400000 && port.state == "ACTIVE") ++ndr_ports;
    }
  }
  EXPECT_EQ(ndr_ports, 8);  // as its SOURCES.md says
  EXPECT_THAT(facts.unread, IsEmpty());
}

TEST(NetSource, ReadsInterfacesOnPciDevices) {
  auto machine = support::virtual_machine();
  machine.text("/sys/class/net/lo/operstate", "unknown\n");
  machine.interface("eth10", "pci0000:00/0000:00:04.0/virtio3", 0);
  machine.interface("eth2", "pci0000:00/0000:00:04.0/virtio1", 25000);
  const NetFacts facts = discover_net(world::recording::ReplayedWorld(machine.recording()));
  ASSERT_EQ(facts.interfaces.size(), 3U);
  EXPECT_EQ(facts.interfaces[0].name, "eth0");
  EXPECT_FALSE(facts.interfaces[0].speed_mbps);  // -1: virtio does not say
  EXPECT_EQ(facts.interfaces[1].bus_id, "0000:00:04.0");
  EXPECT_EQ(facts.interfaces[1].speed_mbps->value, 25000);
  EXPECT_FALSE(facts.interfaces[2].is_up);
}

}  // namespace sources_test
}  // namespace treering::hw::discover::sources
