#include "hw/discover/discover.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/json.h"
#include "hw/world/anonymise/anonymise.h"
#include "hw/world/real/real_world.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/discovered.h"

namespace treering::hw::discover {
namespace discover_test {

using core::DeviceKind;
using support::discovered;
using support::notes_of;
using ::testing::HasSubstr;
using ::testing::Not;

core::DeviceId named(const core::Topology& node, const std::string& name) {
  const auto found = std::ranges::find(node.devices(), name, &core::Device::name);
  EXPECT_NE(found, node.devices().end()) << name;
  return static_cast<core::DeviceId>(found - node.devices().begin());
}

TEST(Discover, SwitchWithGpusAndAdapters) {
  const Discovery discovery = discovered(support::dgx_like());
  const core::Topology& node = discovery.topology;
  EXPECT_EQ(node.gpu_count(), 2);
  EXPECT_EQ(node.of_kind(DeviceKind::Cpu).size(), 1U);  // nothing hangs off the other socket
  // Upstream and downstream bridges are one switch, root ports are none.
  EXPECT_EQ(node.of_kind(DeviceKind::PciSwitch).size(), 1U);
  const auto pci_switch = named(node, "PCI 0000:01:00.0");
  for (const char* name : {"GPU 0", "GPU 1", "NIC 0000:0b:00.0", "NIC 0000:11:00.0"}) {
    EXPECT_EQ(node.parent_of(named(node, name)), pci_switch) << name;
  }
  const auto& gpu = node.device(named(node, "GPU 1"));
  EXPECT_EQ(gpu.pci->bus_id, "0000:0f:00.0");
  EXPECT_EQ(std::get<core::Gpu>(gpu.info).compute_capability, 80);
  const auto& port = std::get<core::NicPort>(node.device(named(node, "mlx5_1")).info);
  EXPECT_EQ(port.index, 1);
  EXPECT_EQ(port.speed_mbps, 200000);
  EXPECT_EQ(port.guid, 0x0200a10003f6ceb8U);
  const auto& cpu = std::get<core::Cpu>(node.device(0).info);
  EXPECT_EQ(cpu.affinity, "00000000,ffffffff");
  EXPECT_EQ(cpu.family, 143);
  for (const core::Link& link : node.links()) {
    EXPECT_EQ(link.origin.kind, core::Origin::Kind::Discovered);
    // 16 GT/s, 16 lanes, 128 of 130 bits: 31.508 GB/s
    EXPECT_NEAR(link.bandwidth.in_gb_per_s(), 31.508, 0.001);
  }
  EXPECT_THAT(notes_of(discovery), HasSubstr("NVLinks and C2C links are unknown"));
  EXPECT_THAT(notes_of(discovery), HasSubstr("the PCI bus has 1 NVSwitch device"));
}

TEST(Discover, ContainerWithoutInfiniband) {
  const Discovery discovery = discovered(support::container());
  EXPECT_EQ(discovery.topology.gpu_count(), 2);
  EXPECT_EQ(discovery.topology.of_kind(DeviceKind::NicPort).size(), 0U);
  EXPECT_THAT(notes_of(discovery),
              HasSubstr("/sys/class/infiniband: not there: no RDMA adapter, or it is hidden"));
  EXPECT_THAT(notes_of(discovery), HasSubstr("/sys/class/net: not there"));
}

TEST(Discover, FlatVirtualMachine) {
  const Discovery discovery = discovered(support::virtual_machine());
  const core::Topology& node = discovery.topology;
  EXPECT_EQ(node.gpu_count(), 2);
  EXPECT_EQ(node.of_kind(DeviceKind::PciSwitch).size(), 0U);
  EXPECT_EQ(std::get<core::Cpu>(node.device(0).info).numa_id, -1);
  const auto& gpu = node.device(named(node, "GPU 0"));
  EXPECT_EQ(std::get<core::Gpu>(gpu.info).compute_capability, 75);
  EXPECT_THAT(gpu.assumed, ::testing::Contains("pci/link_speed"));
  const auto& eth = node.device(named(node, "eth0"));
  EXPECT_EQ(std::get<core::NicPort>(eth.info).speed_mbps, 10000);  // as NCCL takes it
  EXPECT_THAT(eth.assumed, ::testing::Contains("speed_mbps"));
  const std::string notes = notes_of(discovery);
  EXPECT_THAT(notes, HasSubstr("8 GT/s is assumed, as NCCL does"));
  EXPECT_THAT(notes, HasSubstr("below CPU -1, as in NCCL"));
  EXPECT_THAT(notes, HasSubstr("no active RDMA port"));
  EXPECT_THAT(notes, Not(HasSubstr("NVLink")));  // a T4 has none
}

TEST(Discover, TheWeakerEndSetsALink) {
  auto machine = support::dgx_like();
  const std::string port = "pci0000:00/0000:00:01.1/0000:01:00.0/0000:02:00.0";
  machine.pci(port, {"0x060400", "0x1000", "0xc010", "8.0 GT/s PCIe", 8});
  const Discovery discovery = discovered(machine);
  const auto& gpu = discovery.topology.device(named(discovery.topology, "GPU 0"));
  EXPECT_EQ(gpu.pci->link_speed, "8.0 GT/s PCIe");
  EXPECT_EQ(gpu.pci->link_width, 8);
}

TEST(Discover, LinksThatRunWithFewerLanesAreNoted) {
  auto machine = support::dgx_like();
  machine.pci("pci0000:00/0000:00:01.1/0000:01:00.0/0000:02:00.0/0000:07:00.0",
              {"0x030200", "0x10de", "0x20b0", "16.0 GT/s PCIe", 16, 0, 4});
  EXPECT_THAT(notes_of(discovered(machine)),
              HasSubstr("GPU 0: its PCIe link runs at 4 of the 16 lanes"));
}

TEST(Discover, PortsThatAreDownAreLeftOut) {
  auto machine = support::dgx_like();
  machine.text(
      "/sys/devices/pci0000:00/0000:00:01.1/0000:01:00.0/0000:02:0c.0/0000:11:00.0/infiniband/"
      "mlx5_1/ports/1/state",
      "1: DOWN\n");
  const Discovery discovery = discovered(machine);
  EXPECT_EQ(discovery.topology.of_kind(DeviceKind::NicPort).size(), 1U);
  EXPECT_THAT(notes_of(discovery), HasSubstr("mlx5_1 port 1: left out, as NCCL does"));
}

TEST(Discover, BothFunctionsOfACardAreOneAdapter) {
  auto machine = support::dgx_like();
  const std::string folder = "pci0000:00/0000:00:01.1/0000:01:00.0/0000:02:08.0/0000:0b:00.1";
  machine.pci(folder, {"0x020700", "0x15b3", "0x101b"});
  machine.hca("mlx5_2", folder, "100 Gb/sec (2X HDR)", "b8ce:f603:00a1:0001");
  const core::Topology node = discovered(machine).topology;
  EXPECT_EQ(node.of_kind(DeviceKind::Nic).size(), 2U);
  EXPECT_EQ(node.parent_of(named(node, "mlx5_2")), named(node, "NIC 0000:0b:00.0"));
}

TEST(Discover, UnknownGpusAreMarked) {
  auto machine = support::virtual_machine();
  machine.pci("pci0000:00/0000:00:05.0", {"0x030000", "0x10de", "0xffff", "", 0, -1});
  const Discovery discovery = discovered(machine);
  const auto& gpu = discovery.topology.device(named(discovery.topology, "GPU 0"));
  EXPECT_THAT(gpu.assumed, ::testing::Contains("compute_capability"));
  EXPECT_THAT(notes_of(discovery), HasSubstr("'0xffff' is not a known GPU"));
}

TEST(Discover, EqualFailuresAreOneNote) {
  auto machine = support::dgx_like();
  machine.denied("/sys/bus/pci/devices/0000:07:00.0/max_link_width");
  machine.denied("/sys/bus/pci/devices/0000:0f:00.0/max_link_width");
  EXPECT_THAT(notes_of(discovered(machine)),
              HasSubstr("/sys/bus/pci/devices/0000:07:00.0/max_link_width: cannot be read: "
                        "permission denied; and 1 more of that name"));
}

TEST(Discover, NoGpuIsAClearAnswer) {
  support::RecordedMachine machine;
  machine.pci("pci0000:00/0000:00:03.0", {"0x020000", "0x1af4", "0x1000"});
  const auto without =
      discover(world::recording::ReplayedWorld(machine.recording()), "this machine");
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().category, core::Category::Environment);
  EXPECT_THAT(without.error().message(), HasSubstr("this machine: no NVIDIA GPU on its PCI bus"));
  const auto hidden = discover(world::recording::ReplayedWorld({}), "this machine");
  EXPECT_THAT(hidden.error().message(), HasSubstr("/sys/bus/pci/devices: no such file"));
}

TEST(Discover, PathsInACircleEnd) {
  support::RecordedMachine machine;
  const support::RecordedPci gpu{"0x030200", "0x10de", "0x20b0"};
  machine.pci("pci0000:00/0000:01:00.0/0000:00:01.0/0000:02:00.0/0000:00:02.0/0000:07:00.0", gpu);
  machine.pci("pci0000:00/0000:02:00.0/0000:00:02.0/0000:01:00.0/0000:00:01.0/0000:08:00.0", gpu);
  const auto discovery = discover(world::recording::ReplayedWorld(machine.recording()), "test");
  ASSERT_TRUE(discovery) << discovery.error().message();
  EXPECT_EQ(discovery->topology.gpu_count(), 2);
}

class Recorded : public ::testing::TestWithParam<support::RecordedMachine (*)()> {};

TEST_P(Recorded, ReplayGivesTheSameTopologyAndNotes) {
  const auto [first, again] = support::recorded_and_replayed(GetParam()());
  EXPECT_EQ(again.topology, first.topology);
  EXPECT_EQ(again.notes, first.notes);
  const auto json = core::topology_from_json(core::topology_to_json(first.topology), "json");
  ASSERT_TRUE(json) << json.error().message();
  EXPECT_EQ(*json, first.topology);
}

TEST_P(Recorded, AnonymousItIsTheSameMachineButForGuids) {
  auto machine = GetParam()();
  const auto first = discover(world::recording::ReplayedWorld(machine.recording()), "test");
  const auto again = discover(
      world::recording::ReplayedWorld(world::anonymise::anonymised(machine.recording())), "test");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->topology.links(), first->topology.links());
  ASSERT_EQ(again->topology.devices().size(), first->topology.devices().size());
  for (std::size_t i = 0; i < first->topology.devices().size(); ++i) {
    EXPECT_EQ(again->topology.devices()[i].name, first->topology.devices()[i].name);
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, Recorded,
                         ::testing::Values(support::dgx_like, support::container,
                                           support::virtual_machine));

TEST(Discover, ThisMachineAnswers) {
  const auto discovery = discover(world::real::RealWorld(), "this machine");
  if (discovery) {
    EXPECT_GT(discovery->topology.gpu_count(), 0);
  } else {
    EXPECT_EQ(discovery.error().category, core::Category::Environment);
  }
}

}  // namespace discover_test
}  // namespace treering::hw::discover
