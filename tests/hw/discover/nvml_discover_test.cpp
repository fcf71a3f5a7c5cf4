// How NVML's answers are merged with what the system shows.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/discover/discover.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/discovered.h"
#include "tests/support/recorded_fleet.h"
#include "tests/support/recorded_parts.h"

namespace treering::hw::discover {
namespace nvml_discover_test {

using core::DeviceKind;
using core::LinkKind;
using core::PeerAccess;
using support::discovered;
using support::notes_of;
using support::RecordedMachine;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

world::NvmlAnswers& nvml_of(RecordedMachine& machine) {
  return *machine.recording().nvml;
}

/// Two A100 with adapters below one switch; NVML numbers them against the order of bus ids.
RecordedMachine two_gpus() {
  RecordedMachine machine = support::dgx_like();
  world::NvmlAnswers answers;
  answers.driver_version = "535.161.08";
  for (const char* bus_id : {"0000:0f:00.0", "0000:07:00.0"}) {
    world::NvmlGpu gpu;
    gpu.index = static_cast<int>(answers.gpus.size());
    gpu.name = "NVIDIA A100-SXM4-40GB";
    gpu.bus_id = bus_id;
    gpu.compute_capability = 80;
    answers.gpus.push_back(gpu);
  }
  machine.recording().nvml = answers;
  return machine;
}

std::vector<core::Link> nvlinks_of(const core::Topology& node) {
  std::vector<core::Link> links;
  std::ranges::copy_if(node.links(), std::back_inserter(links),
                       [](const core::Link& link) { return link.kind == LinkKind::NvLink; });
  return links;
}

TEST(NvmlMerge, NvmlNumbersTheGpus) {
  auto machine = two_gpus();
  const Discovery found = discovered(machine);
  const auto gpus = found.topology.of_kind(DeviceKind::Gpu);
  ASSERT_THAT(gpus, SizeIs(2));
  EXPECT_EQ(found.topology.device(gpus[0]).name, "GPU 1");  // 07:00.0 comes first in the tree
  EXPECT_EQ(found.topology.device(gpus[0]).assumed, std::vector<std::string>{"gpu_direct_rdma"});
  EXPECT_THAT(notes_of(found), Not(HasSubstr("NVLinks and C2C links are unknown")));
}

TEST(NvmlMerge, GpusThatNvmlDoesNotNameAreLeftOut) {
  auto machine = two_gpus();
  nvml_of(machine).gpus.pop_back();
  const Discovery found = discovered(machine);
  EXPECT_EQ(found.topology.gpu_count(), 1);
  EXPECT_THAT(notes_of(found), HasSubstr("0000:07:00.0: 1 GPU left out, not named by NVML"));
}

TEST(NvmlMerge, GpusThatTheSystemDoesNotShowAreBelowAnUnknownCpu) {
  auto machine = two_gpus();
  machine.recording().links.erase("/sys/bus/pci/devices/0000:07:00.0");
  const Discovery found = discovered(machine);
  EXPECT_EQ(found.topology.gpu_count(), 2);
  const auto cpus = found.topology.of_kind(DeviceKind::Cpu);
  ASSERT_THAT(cpus, SizeIs(2));
  EXPECT_EQ(std::get<core::Cpu>(found.topology.device(cpus[0]).info).numa_id, -1);
  const auto below = found.topology.children_of(cpus[0]);
  ASSERT_THAT(below, SizeIs(1));
  EXPECT_EQ(found.topology.device(below[0]).pci->bus_id, "0000:07:00.0");
}

TEST(NvmlMerge, WithoutSysThereIsStillNvml) {
  auto machine = two_gpus();
  const auto nvml = machine.recording().nvml;
  machine.recording() = world::recording::Recording{};
  machine.recording().nvml = nvml;
  EXPECT_EQ(discovered(machine).topology.gpu_count(), 2);
}

TEST(NvmlMerge, AFailingLibraryIsSaid) {
  auto machine = two_gpus();
  machine.recording().nvml =
      tl::unexpected(world::Unseen{world::Unseen::Why::Failed, "nvmlInit_v2: driver not loaded"});
  const Discovery found = discovered(machine);
  EXPECT_EQ(found.topology.gpu_count(), 2);
  EXPECT_THAT(notes_of(found), HasSubstr("it does not answer (nvmlInit_v2: driver not loaded)"));
}

TEST(NvmlMerge, AFailingLibraryIsSaidWithoutGpus) {
  world::recording::Recording recording;
  recording.texts["/sys/bus/pci/devices/0000:00:00.0/class"] = "0x060000";
  recording.nvml =
      tl::unexpected(world::Unseen{world::Unseen::Why::Failed, "nvmlInit_v2: driver not loaded"});
  const auto none = discover(world::recording::ReplayedWorld(recording), "test");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message(),
              HasSubstr("and NVML does not answer (nvmlInit_v2: driver not loaded)"));
}

TEST(NvmlMerge, ALibraryWithoutGpusHidesNone) {
  auto machine = two_gpus();
  nvml_of(machine).gpus.clear();
  const Discovery found = discovered(machine);
  EXPECT_EQ(found.topology.gpu_count(), 2);
  EXPECT_THAT(notes_of(found), HasSubstr("NVML: names none of the GPUs on the PCI bus"));
}

TEST(NvmlMerge, LinksCountAsInNccl) {
  auto machine = two_gpus();
  auto& links = nvml_of(machine).gpus[0].links;
  links =
      support::active_links({{"0000:07:00.0", 4}, {"0000:41:00.0", 2}}, 3, world::NvmlRemote::Gpu);
  links[0].is_active = false;      // down
  links[1].carries_p2p = false;    // for something else
  links[2].remote_bus_id.clear();  // its far end is unknown
  const Discovery found = discovered(machine);
  const auto nvlinks = nvlinks_of(found.topology);
  // One to GPU 1, in this direction only, because GPU 1 reports none; two to the switch and back.
  ASSERT_THAT(nvlinks, SizeIs(3));
  EXPECT_EQ(nvlinks[0].count, 1);
  EXPECT_EQ(found.topology.device(nvlinks[0].to).name, "GPU 1");
  EXPECT_EQ(nvlinks[1].count, 2);
  EXPECT_EQ(nvlinks[1].bandwidth.in_gb_per_s(), 50);
  EXPECT_EQ(found.topology.device(nvlinks[1].to).pci->device, "0x1af1");
  EXPECT_EQ(nvlinks[2].from, nvlinks[1].to);
  EXPECT_THAT(notes_of(found), HasSubstr("GPU 0: 1 of the 6 NVLinks are down and left out: 0"));
  EXPECT_THAT(notes_of(found), HasSubstr("carry traffic between GPUs: 1, 2"));
  ASSERT_THAT(found.host.nvlinks, SizeIs(6));
  EXPECT_FALSE(found.host.nvlinks[0].is_active);
  EXPECT_EQ(found.host.nvlinks[5].version, 3);
}

TEST(NvmlMerge, AProcessorAtTheOtherEndIsTheCpu) {
  auto machine = two_gpus();
  // Two bridges of POWER9, as NVML names them.
  machine.text("/sys/bus/pci/devices/0004:00:00.0/class", "0x068001\n");
  machine.text("/sys/bus/pci/devices/0004:00:00.1/class", "0x068001\n");
  nvml_of(machine).gpus[0].links =
      support::active_links({{"0004:00:00.0", 1}, {"0004:00:00.1", 2}}, 2, world::NvmlRemote::Npu);
  const core::Topology node = discovered(machine).topology;
  const auto nvlinks = nvlinks_of(node);
  ASSERT_THAT(nvlinks, SizeIs(4));
  EXPECT_EQ(node.device(nvlinks[0].to).kind(), DeviceKind::Cpu);
  EXPECT_EQ(nvlinks[2].count, 2);
}

TEST(NvmlMerge, HiddenGpusAreSwitchesForNccl) {
  auto machine = two_gpus();
  nvml_of(machine).gpus[0].links =
      support::active_links({{"0000:99:00.0", 12}}, 3, world::NvmlRemote::Gpu);
  const Discovery found = discovered(machine);
  EXPECT_EQ(found.topology.of_kind(DeviceKind::NvSwitch).size(), 1U);
  EXPECT_THAT(notes_of(found), HasSubstr("to GPUs that the system does not show"));
}

TEST(NvmlMerge, GpusThatWereNotGivenAreNoEnds) {
  auto machine = two_gpus();
  nvml_of(machine).gpus.pop_back();
  nvml_of(machine).gpus[0].links =
      support::active_links({{"0000:07:00.0", 12}}, 3, world::NvmlRemote::Gpu);
  const Discovery found = discovered(machine);
  EXPECT_THAT(nvlinks_of(found.topology), SizeIs(0));
  EXPECT_THAT(notes_of(found), HasSubstr("0000:07:00.0: NVLinks to this GPU are left out"));
}

TEST(NvmlMerge, StateOfTheGpus) {
  auto machine = two_gpus();
  world::NvmlAnswers& nvml = nvml_of(machine);
  nvml.gpus[0].has_mig = true;
  nvml.gpus[0].pcie = {4, 16, 1, 8};
  nvml.gpus[1].fabric = world::NvmlFabric{world::NvmlFabricState::InProgress, "", "", 0};
  nvml.pairs = {{0, 1, PeerAccess::Ok, PeerAccess::Chipset}, {1, 0, PeerAccess::Disabled, {}}};
  const Discovery found = discovered(machine);
  ASSERT_THAT(found.host.gpus, SizeIs(2));
  EXPECT_EQ(found.host.gpus[0].has_mig, true);
  EXPECT_FALSE(found.host.gpus[0].in_fabric);
  EXPECT_EQ(found.host.gpus[1].in_fabric, false);
  EXPECT_EQ(found.host.gpus[1].fabric_clique, "");
  ASSERT_THAT(found.host.peers, SizeIs(2));
  EXPECT_EQ(found.host.peers[0].access, PeerAccess::Chipset);
  EXPECT_EQ(found.host.peers[1].access, PeerAccess::Disabled);
  EXPECT_EQ(found.host.driver_version->value, "535.161.08");
  const auto link =
      std::ranges::find(found.host.pcie_links, nvml.gpus[0].bus_id, &core::PcieLinkState::bus_id);
  ASSERT_NE(link, found.host.pcie_links.end());
  EXPECT_EQ(link->device, (core::PcieRate{"16.0 GT/s PCIe", 16}));
  // sysfs reports the current width; the speed comes from NVML.
  EXPECT_EQ(link->now, (core::PcieRate{"2.5 GT/s PCIe", 16}));
  EXPECT_THAT(notes_of(found), HasSubstr("GPU 1: not registered with the fabric manager"));
}

TEST(NvmlMerge, FaultsOfSeveralGpusAreOneNote) {
  auto machine = two_gpus();
  nvml_of(machine).faults = {{"nvmlDeviceGetMigMode", 0, "unknown error"},
                             {"nvmlDeviceGetMigMode", 1, "unknown error"},
                             {"nvmlDeviceGetP2PStatus", {}, "not in this library"}};
  const std::string notes = notes_of(discovered(machine));
  EXPECT_THAT(
      notes,
      HasSubstr("GPU 0, GPU 1: nvmlDeviceGetMigMode: unknown error; what this call reports"));
  EXPECT_THAT(notes, HasSubstr("NVML: nvmlDeviceGetP2PStatus: not in this library"));
}

TEST(NvmlMerge, OddAnswersAreRefusedInWords) {
  auto twice = two_gpus();
  nvml_of(twice).gpus[1].index = 0;
  const auto refused = discover(world::recording::ReplayedWorld(twice.recording()), "test");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message(), HasSubstr("given twice"));
  auto nameless = two_gpus();
  nvml_of(nameless).gpus[0].bus_id = "moon";
  nvml_of(nameless).gpus[1].links = support::active_links({{"", 1}, {"moon", 1}}, 3, {});
  EXPECT_THAT(notes_of(discovered(nameless)),
              HasSubstr("GPU 0: left out: NVML gives 'moon' as its bus id"));
}

TEST(DriverSource, ReadsModelsAndVersion) {
  RecordedMachine machine;
  support::add_driver(machine, "550.54.15", "NVIDIA H100 80GB HBM3", {"0000:1b:00.0"});
  machine.text(
      "/proc/driver/nvidia/version",
      "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  550.54.15  Release Build\n");
  machine.text("/proc/driver/nvidia/gpus/odd/information", "Model: none\n");
  const sources::DriverFacts facts =
      sources::discover_nvidia_driver(world::recording::ReplayedWorld(machine.recording()));
  ASSERT_TRUE(facts.version);
  EXPECT_EQ(facts.version->value, "550.54.15");
  ASSERT_THAT(facts.models, SizeIs(1));
  EXPECT_EQ(facts.models.at("0000:1b:00.0").value, "NVIDIA H100 80GB HBM3");
  EXPECT_TRUE(sources::discover_nvidia_driver(world::recording::ReplayedWorld({})).unread.empty());
}

}  // namespace nvml_discover_test
}  // namespace treering::hw::discover
