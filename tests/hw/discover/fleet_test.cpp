// Recordings of whole machines (tests/support/recorded_fleet.h): each is discovered as the machine
// that it is; those that are built in equal what is built in, in all that both know.
#include <cmath>
#include <map>
#include <ostream>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "hw/discover/discover.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "hw/world/anonymise/anonymise.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/discovered.h"
#include "tests/support/recorded_fleet.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_name.h"

namespace treering::hw::discover {
namespace fleet_test {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;
using core::Topology;
using support::discovered;
using support::notes_of;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::SizeIs;

/// A name that both topologies have: the bus id, for CPUs the NUMA node, for ports the device.
std::string place_of(const Topology& node, DeviceId id) {
  if (id == core::kNoDevice) return "";
  const core::Device& device = node.device(id);
  if (device.kind() == DeviceKind::Cpu) {
    return "cpu " + std::to_string(std::get<core::Cpu>(device.info).numa_id);
  }
  return device.pci ? device.pci->bus_id : device.name;
}

/// What is said of each device, by place.
std::map<std::string, std::string> devices_of(const Topology& node) {
  std::map<std::string, std::string> all;
  for (DeviceId id = 0; id < static_cast<DeviceId>(node.devices().size()); ++id) {
    const core::Device& device = node.device(id);
    std::string text = "below " + place_of(node, node.parent_of(id));
    if (device.pci) text += " " + device.pci->vendor + ":" + device.pci->device;
    if (device.pci && device.kind() != DeviceKind::NvSwitch) {
      text += " " + device.pci->link_speed + " x" + std::to_string(device.pci->link_width);
    }
    if (const auto* gpu = std::get_if<core::Gpu>(&device.info)) {
      text +=
          " GPU " + std::to_string(gpu->index) + " sm " + std::to_string(gpu->compute_capability);
    }
    if (const auto* cpu = std::get_if<core::Cpu>(&device.info)) {
      text += cpu->arch + cpu->vendor + std::to_string(cpu->family.value_or(0)) + "." +
              std::to_string(cpu->model.value_or(0)) + " " + cpu->affinity;
    }
    if (const auto* port = std::get_if<core::NicPort>(&device.info)) {
      text += " NET " + std::to_string(port->index) + " " + std::to_string(port->speed_mbps);
    }
    all[place_of(node, id)] = text;
  }
  return all;
}

/// From, to, kind; count and GB/s. Those between sockets are assumptions, and left out.
std::map<std::tuple<std::string, std::string, LinkKind>, std::pair<int, int>> links_of(
    const Topology& node) {
  std::map<std::tuple<std::string, std::string, LinkKind>, std::pair<int, int>> all;
  for (const core::Link& link : node.links()) {
    if (link.kind == LinkKind::InterSocket) continue;
    auto& [count, gb_per_s] = all[{place_of(node, link.from), place_of(node, link.to), link.kind}];
    count += link.count;
    gb_per_s += static_cast<int>(std::lround(link.bandwidth.in_gb_per_s()));
  }
  return all;
}

struct Pair {
  const char* builtin;
  support::RecordedMachine (*make)();
};

void PrintTo(const Pair& pair, std::ostream* stream) {
  *stream << pair.builtin;
}

class BuiltinRecording : public ::testing::TestWithParam<Pair> {};

TEST_P(BuiltinRecording, IsDiscoveredAsWhatIsBuiltIn) {
  const Topology found = discovered(GetParam().make()).topology;
  const Topology builtin = load_builtin(GetParam().builtin).value();
  EXPECT_EQ(devices_of(found), devices_of(builtin));
  EXPECT_EQ(links_of(found), links_of(builtin));
}

INSTANTIATE_TEST_SUITE_P(Fleet, BuiltinRecording,
                         ::testing::Values(Pair{"dgx-a100", support::dgx_a100},
                                           Pair{"dgx-h100", support::dgx_h100},
                                           Pair{"pcie-8-nvbridge", support::pcie_box}));

/// GB/s that leave a device over links of a kind.
double leaving(const Topology& node, DeviceId id, LinkKind kind) {
  double sum = 0;
  for (const core::Link& link : node.links()) {
    if (link.from == id && link.kind == kind) sum += link.bandwidth.in_gb_per_s();
  }
  return sum;
}

TEST(Fleet, AGb200TrayIsOneOfItsRack) {
  const Discovery tray = discovered(support::gb200_tray());
  const Topology rack = load_builtin("gb200-nvl72").value();
  const auto gpus = tray.topology.of_kind(DeviceKind::Gpu);
  ASSERT_THAT(gpus, SizeIs(4));
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const DeviceId of_rack = rack.of_kind(DeviceKind::Gpu)[i];
    EXPECT_EQ(tray.topology.device(gpus[i]).pci->bus_id, rack.device(of_rack).pci->bus_id);
    for (const LinkKind kind : {LinkKind::NvLink, LinkKind::C2C, LinkKind::Pcie}) {
      EXPECT_NEAR(leaving(tray.topology, gpus[i], kind), leaving(rack, of_rack, kind), 0.001);
    }
    EXPECT_EQ(place_of(tray.topology, tray.topology.parent_of(gpus[i])),
              place_of(rack, rack.parent_of(of_rack)));
  }
  EXPECT_THAT(tray.topology.of_kind(DeviceKind::NvSwitch), SizeIs(1));  // hidden ends are one
  EXPECT_THAT(tray.topology.of_kind(DeviceKind::Cpu), SizeIs(2));
  ASSERT_THAT(tray.host.gpus, SizeIs(4));
  EXPECT_EQ(tray.host.gpus[3].fabric_clique, "7e1d2c3b-4a59-4687-9786-a5b4c3d2e1f0/32766");
  EXPECT_EQ(tray.host.gpus[3].in_fabric, true);
  EXPECT_EQ(tray.host.nvlinks.size(), 72U);
}

TEST(Fleet, AGuestHasItsNvlinksButNoSwitchesAndSpeeds) {
  const Discovery guest = discovered(support::cloud_guest());
  EXPECT_EQ(guest.topology.gpu_count(), 8);
  EXPECT_EQ(std::get<core::Cpu>(guest.topology.device(0).info).numa_id, -1);
  const auto switches = guest.topology.of_kind(DeviceKind::NvSwitch);
  ASSERT_THAT(switches, SizeIs(1));
  EXPECT_EQ(guest.topology.device(switches[0]).name, "NVSwitch fffffff:ffff:ff");
  const DeviceId gpu = guest.topology.of_kind(DeviceKind::Gpu)[0];
  EXPECT_NEAR(leaving(guest.topology, gpu, LinkKind::NvLink), 450, 0.001);
  EXPECT_THAT(guest.topology.device(gpu).assumed, Contains("pci/link_speed"));
  EXPECT_THAT(notes_of(guest), HasSubstr("NVLinks lead to devices that the system does not show"));
  // NVML knows what the guest's bus does not show.
  ASSERT_THAT(guest.host.pcie_links, SizeIs(8));
  EXPECT_EQ(guest.host.pcie_links[0].device, (core::PcieRate{"32.0 GT/s PCIe", 16}));
}

TEST(Fleet, AContainerHasTheGpusThatItWasGiven) {
  const Discovery inside = discovered(support::container_without_nvml());
  EXPECT_EQ(inside.topology.gpu_count(), 2);
  const auto gpus = inside.topology.of_kind(DeviceKind::Gpu);
  EXPECT_EQ(inside.topology.device(gpus[0]).pci->bus_id, "0000:87:00.0");
  EXPECT_EQ(inside.topology.device(gpus[0]).name, "GPU 0");
  EXPECT_EQ(inside.topology.device(gpus[1]).pci->bus_id, "0000:90:00.0");
  EXPECT_THAT(notes_of(inside), HasSubstr("6 GPUs left out, not in /proc/driver/nvidia"));
  EXPECT_THAT(notes_of(inside), HasSubstr("NVLinks and C2C links are unknown"));
  ASSERT_TRUE(inside.host.driver_version);
  EXPECT_EQ(inside.host.driver_version->value, "535.161.08");
  ASSERT_THAT(inside.host.gpus, SizeIs(2));
  EXPECT_EQ(inside.host.gpus[1].model, "NVIDIA A100-SXM4-40GB");
  EXPECT_TRUE(inside.host.nvlinks_unknown);
}

class EachRecording : public ::testing::TestWithParam<support::NamedRecording> {};

TEST_P(EachRecording, IsTheSameFromAFolder) {
  auto machine = GetParam().make();
  const support::TemporaryFolder folder;
  ASSERT_TRUE(world::recording::write_recording(machine.recording(), folder.path()));
  const auto loaded = world::recording::load_recording(folder.path());
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->nvml, machine.recording().nvml);
  const auto again = discover(world::recording::ReplayedWorld(*loaded), "test");
  ASSERT_TRUE(again) << again.error().message();
  const Discovery before = discovered(machine);
  EXPECT_EQ(again->topology, before.topology);
  EXPECT_EQ(again->host, before.host);
  EXPECT_EQ(again->notes, before.notes);
}

TEST_P(EachRecording, KeepsItsLinksWithoutItsNames) {
  auto machine = GetParam().make();
  const Discovery named = discovered(machine);
  machine.recording() = world::anonymise::anonymised(machine.recording());
  const Discovery nameless = discovered(machine);
  EXPECT_EQ(links_of(nameless.topology), links_of(named.topology));
  EXPECT_EQ(nameless.host.nvlinks, named.host.nvlinks);
}

TEST_P(EachRecording, IsReadBackFromNcclsForm) {
  const Topology found = discovered(GetParam().make()).topology;
  const auto again =
      formats::nccl_xml::read_nccl_xml(formats::nccl_xml::write_nccl_xml(found), "t.xml");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(links_of(again->topology), links_of(found));
}

INSTANTIATE_TEST_SUITE_P(Fleet, EachRecording, ::testing::ValuesIn(support::recorded_fleet()),
                         [](const auto& test) {
                           return treering::testing::test_name(test.param.name);
                         });

}  // namespace fleet_test
}  // namespace treering::hw::discover
