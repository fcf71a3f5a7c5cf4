#include <gtest/gtest.h>

#include "sim/nccl/system/adapters.h"
#include "tests/support/assembly.h"

namespace treering::sim::nccl::system {
namespace joined_nics_test {

using core::DeviceId;
using core::DeviceKind;
using core::NicPort;
using testing::Assembly;

job::NicJoining joining_at(PathType level) {
  job::NicJoining joining;
  joining.level = level;
  return joining;
}

const core::Device& only(const core::Topology& machine, DeviceKind kind) {
  const auto ids = machine.of_kind(kind);
  EXPECT_EQ(ids.size(), 1U);
  return machine.device(ids.front());
}

TEST(JoinedNics, PortsOfANicLeaveTheirNetThere) {
  Assembly assembly("two_ports");
  const DeviceId cpu = assembly.cpu();
  assembly.gpu(cpu);
  const DeviceId nic = assembly.nic(cpu);
  const DeviceId first = assembly.port(nic, 100000);
  const DeviceId second = assembly.port(nic, 200000);
  assembly.info<NicPort>(first).guid = 7;
  assembly.info<NicPort>(first).latency_us = 1;
  assembly.info<NicPort>(second).guid = 8;
  const core::Topology machine = std::move(assembly).build();
  const core::Topology joined =
      join_nics(machine, joining_at(job::NicJoining::kSameAdapter)).value();
  const core::Device& net = only(joined, DeviceKind::NicPort);
  EXPECT_EQ(net.name, machine.device(first).name + "+" + machine.device(second).name);
  const auto& port = std::get<NicPort>(net.info);
  EXPECT_EQ(port.index, 2) << "after the two ports";
  EXPECT_EQ(port.speed_mbps, 300000);
  EXPECT_EQ(port.guid, 7U);
  EXPECT_EQ(port.latency_us, 1);
  EXPECT_EQ(joined.device(port.nic), machine.device(nic)) << "no wider than it was";
  EXPECT_EQ(joined.of_kind(DeviceKind::Nic).size(), 1U);
}

TEST(JoinedNics, FunctionsGetANicWithAnAddressOfItsOwn) {
  Assembly assembly("two_functions");
  const DeviceId cpu = assembly.cpu();
  for (const char* bus_id : {"0000:0f:1f.f", "0000:0f:1f.0"}) {
    const DeviceId nic = assembly.nic(cpu);
    assembly.port(nic, 100000);
    assembly.function(nic).bus_id = bus_id;
  }
  assembly.function(assembly.gpu(cpu)).bus_id = "0000:0f:20.0";
  const core::Topology machine = std::move(assembly).build();
  const core::Topology joined = join_nics(machine, joining_at(PathType::Pix)).value();
  const core::Device& net = only(joined, DeviceKind::NicPort);
  const DeviceId nic = std::get<NicPort>(net.info).nic;
  // One above 0f:1f.f is 0f:20.0 as a number of its digits, which the GPU has.
  EXPECT_EQ(joined.device(nic).pci->bus_id, "0000:0f:20.1");
  EXPECT_EQ(joined.device(nic).pci->link_width, 16) << "one adapter is not made wider";
  EXPECT_EQ(joined.children_of(joined.parent_of(nic)).back(), nic);
}

TEST(JoinedNics, WaysOverSwitchesBecomeAsWideAsAllOfThem) {
  // 16 lanes of a, the 8 that the inner switch has for b, and c's 16: 40.
  Assembly assembly("widths");
  const DeviceId cpu = assembly.cpu();
  const DeviceId outer = assembly.pci_switch(cpu);
  const DeviceId inner = assembly.pci_switch(outer);
  assembly.function(inner).link_width = 8;
  assembly.gpu(inner);
  assembly.port(assembly.nic(outer), 100000);
  assembly.port(assembly.nic(inner), 100000);
  assembly.port(assembly.nic(outer), 100000);
  const core::Topology machine = std::move(assembly).build();
  const core::Topology joined = join_nics(machine, joining_at(PathType::Pxb)).value();
  const DeviceId nic = std::get<NicPort>(only(joined, DeviceKind::NicPort).info).nic;
  EXPECT_EQ(joined.parent_of(nic), outer) << "no device before it was removed";
  EXPECT_EQ(joined.device(nic).pci->link_width, 40);
  EXPECT_EQ(joined.device(inner).pci->link_width, 40);
  EXPECT_EQ(joined.device(outer).pci->link_width, 40);
}

TEST(JoinedNics, PortsOfSeveralCpusVanish) {
  Assembly assembly("two_cpus");
  for (int i = 0; i < 2; ++i) {
    const DeviceId cpu = assembly.cpu();
    assembly.gpu(cpu);
    assembly.port(assembly.nic(cpu), 100000);
  }
  const core::Topology machine = std::move(assembly).build();
  EXPECT_TRUE(
      join_nics(machine, joining_at(PathType::Sys)).value().of_kind(DeviceKind::NicPort).empty());
  EXPECT_EQ(join_nics(machine, joining_at(PathType::Phb)).value(), machine);
}

TEST(JoinedNics, EachHostJoinsItsOwn) {
  Assembly assembly("two_hosts");
  for (int host = 0; host < 2; ++host) {
    const DeviceId cpu = assembly.cpu();
    assembly.info<core::Cpu>(cpu).host = host;
    const DeviceId gpu = assembly.gpu(cpu);
    assembly.info<core::Gpu>(gpu).index = 0;
    for (int i = 0; i < 2; ++i) {
      const DeviceId nic = assembly.nic(cpu);
      assembly.function(nic).bus_id = i == 0 ? "0000:c0:00.0" : "0000:c0:00.1";
      assembly.info<NicPort>(assembly.port(nic, 100000)).index = i;
    }
  }
  const core::Topology machine = std::move(assembly).build();
  const core::Topology joined = join_nics(machine, joining_at(PathType::Sys)).value();
  const auto nets = joined.of_kind(DeviceKind::NicPort);
  ASSERT_EQ(nets.size(), 2U);
  for (const DeviceId net : nets) {
    const auto& port = std::get<NicPort>(joined.device(net).info);
    EXPECT_EQ(port.index, 2);
    EXPECT_EQ(joined.device(port.nic).pci->bus_id, "0000:c0:00.2");
  }
  EXPECT_NE(joined.cpu_of(nets[0]), joined.cpu_of(nets[1]));
}

}  // namespace joined_nics_test
}  // namespace treering::sim::nccl::system
