#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/discover/discover.h"
#include "hw/world/anonymise/anonymise.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/discovered.h"

namespace treering::hw::discover::build {
namespace host_state_test {

using core::HostState;
using core::LinkKind;
using support::discovered;
using support::notes_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

HostState host_of(support::RecordedMachine machine) {
  return discovered(std::move(machine)).host;
}

const core::Device& named(const core::Topology& node, const std::string& name) {
  const auto found = std::ranges::find(node.devices(), name, &core::Device::name);
  EXPECT_NE(found, node.devices().end()) << name;
  return *found;
}

constexpr const char* kFirstPort =
    "/sys/devices/pci0000:00/0000:00:01.1/0000:01:00.0/0000:02:08.0/0000:0b:00.0/infiniband/"
    "mlx5_0/ports/1/";

TEST(HostState, SaysAllOfAMachine) {
  const HostState host = host_of(support::set_up_dgx());
  EXPECT_EQ(host.machine->value, "NVIDIA DGXA100 920-23687-2530-000");
  EXPECT_EQ(host.kernel->value, "5.15.0-91-generic");
  EXPECT_EQ(host.driver_version->value, "550.54.15");
  EXPECT_TRUE(host.has_peermem->value);
  EXPECT_TRUE(host.has_dmabuf->value);
  EXPECT_EQ(host.iommu->value, core::IommuMode::Off);
  EXPECT_EQ(host.shm_bytes->value, std::uint64_t{256} << 30U);  // half of 512 GiB
  EXPECT_EQ(host.memlock_bytes->value, core::kUnlimited);
  EXPECT_TRUE(host.numa_balancing->value);
  EXPECT_FALSE(host.hypervisor);
  EXPECT_FALSE(host.container);
  EXPECT_EQ(host.network->value, LinkKind::InfiniBand);
  ASSERT_THAT(host.acs, SizeIs(2));
  EXPECT_TRUE(host.acs[0].is_redirecting);
  EXPECT_FALSE(host.acs[1].is_redirecting);
  ASSERT_THAT(host.variables, SizeIs(2));
  EXPECT_EQ(host.variables[1].origin.source, "/etc/nccl.conf:1");
  ASSERT_THAT(host.plugins, SizeIs(1));
  EXPECT_EQ(host.plugins[0].origin.source, "/home/ann/lib/libnccl-net.so");
  ASSERT_THAT(host.packages, SizeIs(2));
  EXPECT_THAT(host.packages[1].numa_nodes, ElementsAre(1));
}

TEST(HostState, NothingIsSaidOfWhatIsNotToBeSeen) {
  const HostState host = host_of(support::virtual_machine());
  EXPECT_THAT(host.pcie_links, IsEmpty());
  EXPECT_FALSE(host.has_peermem);
  EXPECT_FALSE(host.iommu);
  EXPECT_FALSE(host.shm_bytes);
  EXPECT_THAT(host.ports, IsEmpty());
  EXPECT_EQ(host.network->value, LinkKind::Ethernet);  // sockets
}

TEST(HostState, LinksHaveBothEndsAndHowTheyRun) {
  const HostState host = host_of(support::set_up_dgx());
  // 2 GPUs, 2 adapters, the switch's upper side, the NVSwitch; not the switch's lower sides.
  ASSERT_THAT(host.pcie_links, SizeIs(6));
  const auto& up = host.pcie_links[0];
  EXPECT_EQ(up.bus_id, "0000:01:00.0");
  EXPECT_EQ(up.port, (core::PcieRate{"16.0 GT/s PCIe", 16}));
  const auto& gpu = host.pcie_links[1];
  EXPECT_EQ(gpu.bus_id, "0000:07:00.0");
  EXPECT_EQ(gpu.device, (core::PcieRate{"16.0 GT/s PCIe", 16}));
  EXPECT_EQ(gpu.now, (core::PcieRate{"2.5 GT/s PCIe", 16}));
  EXPECT_EQ(gpu.origin.source, "/sys/bus/pci/devices/0000:07:00.0");
}

TEST(HostState, PortsAreReportedAlsoWhenDown) {
  auto machine = support::dgx_like();
  machine.text(std::string(kFirstPort) + "state", "1: DOWN\n");
  machine.text(std::string(kFirstPort) + "phys_state", "3: Disabled\n");
  machine.text(std::string(kFirstPort) + "rate", "10 Gb/sec (4X SDR)\n");
  const HostState host = host_of(machine);
  ASSERT_THAT(host.ports, SizeIs(2));
  const auto& port = host.ports[0];
  EXPECT_EQ(port.device, "mlx5_0");
  EXPECT_EQ(port.state, "DOWN");
  EXPECT_EQ(port.physical_state, "Disabled");
  EXPECT_EQ(port.rate_mbps, 10'000);
  EXPECT_EQ(port.model_rate_mbps, 200'000);  // a ConnectX-6
  EXPECT_FALSE(port.is_virtual);
}

TEST(HostState, VirtualFunctionsAreTold) {
  auto machine = support::dgx_like();
  const std::string switch_port = "pci0000:00/0000:00:01.1/0000:01:00.0/0000:02:08.0/";
  machine.pci(switch_port + "0000:0b:00.0", {"0x020700", "0x15b3", "0x101e"});
  const HostState host = host_of(machine);
  EXPECT_TRUE(host.ports[0].is_virtual);
  EXPECT_FALSE(host.ports[0].model_rate_mbps);
  // On the machine itself it leads to the function that it is part of.
  machine.recording().links["/sys/devices/" + switch_port + "0000:0b:00.0/physfn"] =
      "/sys/devices/pci0000:00/0000:00:01.1/0000:01:00.0/0000:02:0c.0/0000:11:00.0";
  EXPECT_EQ(host_of(machine).ports[0].model_rate_mbps, 200'000);
}

TEST(HostState, TheNetworkIsWhatMostBandwidthGoesOver) {
  auto machine = support::dgx_like();
  machine.text(std::string(kFirstPort) + "link_layer", "Ethernet\n");
  machine.text(std::string(kFirstPort) + "rate", "100 Gb/sec (2X HDR)\n");
  EXPECT_EQ(host_of(machine).network->value, LinkKind::InfiniBand);
  machine.text(std::string(kFirstPort) + "rate", "400 Gb/sec (4X NDR)\n");
  EXPECT_EQ(host_of(machine).network->value, LinkKind::RoCE);
}

TEST(GpuDirectRdma, FollowsFromModuleOrDmaBuf) {
  const auto port_of = [](support::RecordedMachine machine) {
    return named(discovered(std::move(machine)).topology, "mlx5_0");
  };
  const auto has = [](const core::Device& port) {
    return std::get<core::NicPort>(port.info).gpu_direct_rdma;
  };
  auto machine = support::set_up_dgx();
  EXPECT_TRUE(has(port_of(machine)));
  EXPECT_THAT(port_of(machine).assumed, Not(::testing::Contains("gpu_direct_rdma")));
  // Without the module dma-buf does it, which mlx5 takes.
  machine.recording().texts.erase("/sys/module/nvidia_peermem/version");
  machine.text("/sys/module/nvidia/version", "550.54.15\n");
  EXPECT_TRUE(has(port_of(machine)));
  EXPECT_THAT(port_of(machine).assumed, Not(::testing::Contains("gpu_direct_rdma")));
  // The closed modules have no dma-buf.
  machine.text("/proc/driver/nvidia/version",
               "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Release\n");
  EXPECT_FALSE(has(port_of(machine)));
  EXPECT_THAT(notes_of(discovered(machine)),
              HasSubstr("GPUDirect RDMA: is off: nvidia_peermem is not loaded"));
  // Nothing to be seen: taken as usable and marked.
  const auto unknown = port_of(support::dgx_like());
  EXPECT_TRUE(has(unknown));
  EXPECT_THAT(unknown.assumed, ::testing::Contains("gpu_direct_rdma"));
}

TEST(Notes, SayHowToFindOutAboutAcs) {
  EXPECT_THAT(
      notes_of(discovered(support::dgx_like())),
      HasSubstr("ACS: only root sees whether 7 PCIe bridges send traffic between devices below"));
}

TEST(Notes, SayWhatMayNotBeRead) {
  auto machine = support::set_up_dgx();
  machine.denied("/proc/self/limits");
  machine.denied("/etc/nccl.conf");
  const Discovery discovery = discovered(machine);
  EXPECT_FALSE(discovery.host.memlock_bytes);
  EXPECT_THAT(notes_of(discovery),
              HasSubstr("/proc/self/limits: cannot be read: permission denied"));
  EXPECT_THAT(notes_of(discovery), HasSubstr("/etc/nccl.conf: cannot be read"));
}

TEST(Recorded, HowItIsSetReplaysToo) {
  auto machine = support::set_up_dgx();
  machine.text("~/.nccl.conf", "NCCL_ALGO=Ring\n");
  const auto [first, again] = support::recorded_and_replayed(machine);
  EXPECT_EQ(again.host, first.host);
  EXPECT_THAT(again.host.variables, SizeIs(3));
}

TEST(Recorded, AnonymousItIsSetTheSameAndNamesNobody) {
  auto machine = support::set_up_dgx();
  const world::recording::Recording clean = world::anonymise::anonymised(machine.recording());
  const auto again = discover(world::recording::ReplayedWorld(clean), "test");
  ASSERT_TRUE(again) << again.error().message();
  HostState host = discovered(machine).host;
  ASSERT_THAT(again->host.plugins, SizeIs(1));
  EXPECT_THAT(again->host.plugins[0].origin.source,
              ::testing::MatchesRegex("/home/anon[a-z]+/lib/libnccl-net.so"));
  host.plugins = again->host.plugins;
  // The words of the firmware that are not known.
  ASSERT_TRUE(again->host.machine);
  EXPECT_THAT(again->host.machine->value, ::testing::StartsWith("NVIDIA DGXA100 "));
  host.machine = again->host.machine;
  EXPECT_EQ(again->host, host);
  for (const auto& [path, text] : clean.texts) {
    EXPECT_THAT(path + text, Not(HasSubstr("ann"))) << path;
    EXPECT_THAT(text, Not(HasSubstr("server"))) << path;
  }
}

}  // namespace host_state_test
}  // namespace treering::hw::discover::build
