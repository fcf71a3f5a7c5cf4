// Each source that says how a machine is set, by itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/host_state/host_state.h"
#include "hw/discover/sources/acs.h"
#include "hw/discover/sources/gpu_direct.h"
#include "hw/discover/sources/iommu.h"
#include "hw/discover/sources/limits.h"
#include "hw/discover/sources/platform.h"
#include "hw/discover/sources/topology_file.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/pci_config.h"
#include "tests/support/recorded_machines.h"

namespace treering::hw::discover::sources {
namespace host_sources_test {

using core::IommuMode;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* kModuleVersion = "/sys/module/nvidia_peermem/version";
constexpr const char* kOpenDriver =
    "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  550.54.15  Release Build  (dvs)\n"
    "GCC version:  gcc version 11.4.0\n";
constexpr const char* kClosedDriver =
    "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\n";

TEST(AcsSource, AsksTheBridges) {
  auto machine = support::dgx_like();
  machine.text("/sys/bus/pci/devices/0000:02:00.0/config",
               support::pci_config({{0x000d, 0x001d001f}}));
  machine.text("/sys/bus/pci/devices/0000:02:04.0/config",
               support::pci_config({{0x000d, 0x0000001f}}));
  machine.text("/sys/bus/pci/devices/0000:02:08.0/config", std::string(64, '\x01'));
  machine.denied("/sys/bus/pci/devices/0000:02:0c.0/config");
  const world::recording::ReplayedWorld world(machine.recording());
  const AcsFacts facts = discover_acs(world, discover_pci(world));
  ASSERT_THAT(facts.bridges, SizeIs(2));
  EXPECT_EQ(facts.bridges[0].bus_id, "0000:02:00.0");
  EXPECT_TRUE(facts.bridges[0].is_redirecting.value);
  EXPECT_FALSE(facts.bridges[1].is_redirecting.value);
  // Two that are shown in part or not at all, two root ports and the switch's upper side.
  EXPECT_THAT(facts.unknown, SizeIs(5));
  EXPECT_THAT(facts.unread, IsEmpty());
}

std::optional<Figure<IommuMode>> iommu_of(support::RecordedMachine machine) {
  const world::recording::ReplayedWorld world(machine.recording());
  return discover_iommu(world, discover_pci(world)).mode;
}

/// The group of the first GPU.
support::RecordedMachine with_group(const std::string& type) {
  auto machine = support::dgx_like();
  machine.recording().links["/sys/bus/pci/devices/0000:07:00.0/iommu_group"] =
      "/sys/kernel/iommu_groups/31";
  machine.text("/sys/kernel/iommu_groups/31/type", type + "\n");
  return machine;
}

TEST(IommuSource, GoesByTheGroupsOfGpusAndAdapters) {
  EXPECT_EQ(iommu_of(with_group("DMA-FQ"))->value, IommuMode::Translating);
  EXPECT_EQ(iommu_of(with_group("DMA"))->value, IommuMode::Translating);
  EXPECT_EQ(iommu_of(with_group("identity"))->value, IommuMode::PassThrough);
  EXPECT_EQ(iommu_of(with_group("identity"))->origin.source, "/sys/kernel/iommu_groups/31/type");
  EXPECT_FALSE(iommu_of(with_group("blocked")));
  auto machine = with_group("identity");
  machine.text("/proc/cmdline", "quiet intel_iommu=off\n");  // an option that does nothing here
  EXPECT_EQ(iommu_of(machine)->value, IommuMode::PassThrough);
}

TEST(IommuSource, AnEmptyClassIsNone) {
  auto machine = support::dgx_like();
  machine.recording().folders.insert("/sys/class/iommu");
  EXPECT_EQ(iommu_of(machine)->value, IommuMode::Off);
  machine.recording().folders.insert("/sys/class/iommu/dmar0");
  EXPECT_FALSE(iommu_of(machine));
  machine.text("/proc/cmdline", "root=/dev/sda1 iommu=pt\n");
  EXPECT_EQ(iommu_of(machine)->value, IommuMode::PassThrough);
  machine.text("/proc/cmdline", "amd_iommu=off\n");
  EXPECT_FALSE(iommu_of(machine));  // Intel's is there
  EXPECT_FALSE(iommu_of(support::dgx_like()));
}

TEST(IommuSource, ReadsTheKernelsOptions) {
  EXPECT_EQ(iommu_mode_in("iommu.passthrough=1"), IommuMode::PassThrough);
  EXPECT_EQ(iommu_mode_in("iommu.passthrough=0 quiet"), IommuMode::Translating);
  EXPECT_EQ(iommu_mode_in("intel_iommu=off iommu=pt"), IommuMode::Off);
  EXPECT_EQ(iommu_mode_in("iommu=pt intel_iommu=on"), IommuMode::PassThrough);
  // What a kernel does by default with an IOMMU that is on depends on how it was built.
  EXPECT_FALSE(iommu_mode_in("intel_iommu=on"));
  EXPECT_FALSE(iommu_mode_in("xiommu=pt iommu=ptx"));
}

GpuDirectFacts gpu_direct_of(support::RecordedMachine machine) {
  return discover_gpu_direct(world::recording::ReplayedWorld(machine.recording()));
}

TEST(GpuDirectSource, FindsTheModulesThatNcclLooksFor) {
  support::RecordedMachine machine;
  EXPECT_FALSE(gpu_direct_of(machine).has_peermem);  // nothing of the kernel is to be seen
  machine.text("/sys/module/nvidia/version", "550.54.15\n");
  const auto without = gpu_direct_of(machine).has_peermem;
  ASSERT_TRUE(without);
  EXPECT_FALSE(without->value);
  machine.text(kModuleVersion, "550.54.15\n");
  EXPECT_TRUE(gpu_direct_of(machine).has_peermem->value);
  EXPECT_EQ(gpu_direct_of(machine).has_peermem->origin.source, kModuleVersion);
  support::RecordedMachine old;
  old.text("/sys/kernel/mm/memory_peers/nv_mem/version", "1.1\n");
  EXPECT_TRUE(gpu_direct_of(old).has_peermem->value);
}

TEST(GpuDirectSource, DmaBufTakesAnOpenDriverAndANewKernel) {
  support::RecordedMachine machine;
  machine.text("/proc/driver/nvidia/version", kOpenDriver);
  EXPECT_FALSE(gpu_direct_of(machine).has_dmabuf);  // the kernel is unknown
  machine.text("/proc/sys/kernel/osrelease", "5.15.0-91-generic\n");
  EXPECT_TRUE(gpu_direct_of(machine).has_dmabuf->value);
  EXPECT_EQ(gpu_direct_of(machine).driver->value, (NvidiaDriver{"550.54.15", true}));
  machine.text("/proc/sys/kernel/osrelease", "4.18.0-513.el8.x86_64\n");
  EXPECT_FALSE(gpu_direct_of(machine).has_dmabuf);  // such kernels have parts of newer ones
  machine.text("/proc/driver/nvidia/version", kClosedDriver);
  EXPECT_FALSE(gpu_direct_of(machine).has_dmabuf->value);
  EXPECT_EQ(gpu_direct_of(machine).driver->value, (NvidiaDriver{"535.104.05", false}));
}

TEST(GpuDirectSource, VersionsAtTheEdges) {
  EXPECT_EQ(can_share_as_dmabuf({"515.43.04", true}, "5.12.0"), true);
  EXPECT_EQ(can_share_as_dmabuf({"510.47.03", true}, "5.12.0"), false);
  EXPECT_FALSE(can_share_as_dmabuf({"515.43.04", true}, "5.11.22"));
  EXPECT_EQ(can_share_as_dmabuf({"515.43.04", true}, "6.8.0-1008-aws"), true);
  for (const char* kernel : {"", "6", "six.eight", "6.", ".5"}) {
    EXPECT_FALSE(can_share_as_dmabuf({"515.43.04", true}, kernel)) << kernel;
  }
  for (const char* text : {"", "\n550.54.15", "NVRM version: none", "NVRM version: 550"}) {
    EXPECT_FALSE(nvidia_driver_in(text)) << text;
  }
}

TEST(LimitsSource, SizeOfDevShm) {
  constexpr std::uint64_t kGib = std::uint64_t{1} << 30U;
  EXPECT_EQ(shm_size_in("shm /dev/shm tmpfs rw,nosuid,size=65536k 0 0\n", 0), 64U << 20U);
  // Half of the memory by default.
  EXPECT_EQ(shm_size_in("tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n", 16 * kGib), 8 * kGib);
  EXPECT_FALSE(shm_size_in("tmpfs /dev/shm tmpfs rw 0 0\n", 0));
  EXPECT_EQ(shm_size_in("tmpfs /dev/shm tmpfs size=8g 0 0\n", kGib), 8 * kGib);
  EXPECT_EQ(shm_size_in("tmpfs /dev/shm tmpfs size=50% 0 0\n", 100), 50U);
  EXPECT_EQ(shm_size_in("tmpfs /dev/shm tmpfs size=4096 0 0\n", kGib), 4096U);
  // A later mount covers an earlier one; others are of no account.
  EXPECT_EQ(shm_size_in("a /dev/shm tmpfs size=1k 0 0\nb /dev/shm tmpfs size=2k 0 0\n"
                        "c /dev/shm/x tmpfs size=3k 0 0\n",
                        0),
            2048U);
  EXPECT_FALSE(shm_size_in("/dev/sda1 / ext4 rw 0 0\n", kGib));
  EXPECT_FALSE(shm_size_in("/dev/sda1 /dev/shm ext4 rw 0 0\n", kGib));
  for (const char* size : {"", "k", "-1k", "99999999999999999999k", "18014398509481985k", "x"}) {
    EXPECT_FALSE(shm_size_in(std::string("a /dev/shm tmpfs size=") + size + " 0 0", 0)) << size;
  }
}

TEST(LimitsSource, LockedMemory) {
  EXPECT_EQ(
      memlock_in("Limit                     Soft Limit           Hard Limit           Units\n"
                 "Max locked memory         65536                65536                bytes\n"),
      65536U);
  EXPECT_EQ(memlock_in("Max locked memory         unlimited            unlimited   bytes\n"),
            core::kUnlimited);
  EXPECT_FALSE(memlock_in("Max locked memory"));
  EXPECT_FALSE(memlock_in("Max open files 1024 4096 files"));
  EXPECT_EQ(memory_in("MemTotal:       529428392 kB\nMemFree: 1 kB\n"), 529428392ULL * 1024U);
  EXPECT_FALSE(memory_in("MemFree: 1 kB\n"));
}

PlatformFacts platform_of(support::RecordedMachine machine) {
  const world::recording::ReplayedWorld world(machine.recording());
  return discover_platform(world, discover_numa(world));
}

support::RecordedMachine of_firmware(const std::string& vendor, const std::string& product) {
  support::RecordedMachine machine;
  machine.text("/sys/class/dmi/id/sys_vendor", vendor + "\n");
  machine.text("/sys/class/dmi/id/product_name", product + "\n");
  return machine;
}

TEST(PlatformSource, TellsVirtualMachines) {
  auto machine = of_firmware("Amazon EC2", "p5.48xlarge");
  machine.text("/proc/cpuinfo", "vendor_id\t: GenuineIntel\nflags\t\t: fpu vme hypervisor avx\n");
  EXPECT_EQ(platform_of(machine).hypervisor->value, "Amazon EC2");
  EXPECT_EQ(platform_of(machine).machine->value, "Amazon EC2 p5.48xlarge");
  // The processor knows better than the name of the cloud.
  machine.text("/proc/cpuinfo", "vendor_id\t: GenuineIntel\nflags\t\t: fpu vme avx\n");
  EXPECT_FALSE(platform_of(machine).hypervisor);
  EXPECT_FALSE(platform_of(of_firmware("Amazon EC2", "p4d.metal")).hypervisor);
  EXPECT_EQ(platform_of(of_firmware("QEMU", "Standard PC")).hypervisor->value, "KVM");
  EXPECT_FALSE(platform_of(of_firmware("NVIDIA", "DGXA100 920-23687")).hypervisor);
  support::RecordedMachine hidden;
  hidden.text("/proc/cpuinfo", "vendor_id\t: AuthenticAMD\nflags\t\t: hypervisor\n");
  EXPECT_EQ(platform_of(hidden).hypervisor->value, "unknown");
  EXPECT_EQ(hypervisor_of("Microsoft Corporation", "Virtual Machine"), "Hyper-V");
  EXPECT_EQ(hypervisor_of("Microsoft Corporation", "Surface"), "");
}

TEST(PlatformSource, TellsContainers) {
  support::RecordedMachine docker;
  docker.text("/.dockerenv", "");
  EXPECT_EQ(platform_of(docker).container->value, "docker");
  support::RecordedMachine pod;
  pod.text("/proc/1/cgroup", "0::/kubepods.slice/kubepods-burstable.slice\n");
  EXPECT_EQ(platform_of(pod).container->value, "kubernetes");
  EXPECT_EQ(container_in("0::/init.scope\n"), "");
  EXPECT_EQ(container_in("12:cpu:/docker/0123456789ab\n"), "docker");
  EXPECT_FALSE(platform_of({}).container);
}

TEST(PlatformSource, NumaBalancing) {
  support::RecordedMachine machine;
  EXPECT_FALSE(platform_of(machine).numa_balancing);
  machine.text("/proc/sys/kernel/numa_balancing", "1\n");
  EXPECT_TRUE(platform_of(machine).numa_balancing->value);
  machine.text("/proc/sys/kernel/numa_balancing", "0\n");
  EXPECT_FALSE(platform_of(machine).numa_balancing->value);
}

TEST(TopologyFileSource, WhatNcclStartsFrom) {
  support::RecordedMachine machine;
  const auto found = [&](const EnvironmentFacts& environment) {
    return discover_topology_file(world::recording::ReplayedWorld(machine.recording()), environment)
        .path;
  };
  EXPECT_FALSE(found({}));
  machine.text(kGuestTopologyFile, "<system version=\"1\"/>\n");
  EXPECT_EQ(found({})->value, kGuestTopologyFile);
  EnvironmentFacts environment;
  environment.variables.push_back({"NCCL_TOPO_FILE", "/etc/topo.xml", {}});
  EXPECT_EQ(found(environment)->value, "/etc/topo.xml");
}

}  // namespace host_sources_test
}  // namespace treering::hw::discover::sources
