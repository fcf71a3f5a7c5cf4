#include <gtest/gtest.h>

#include "sim/nccl/system/adapters.h"
#include "tests/support/assembly.h"

namespace treering::sim::nccl::system {
namespace nic_groups_test {

using core::DeviceId;
using testing::Assembly;

job::NicJoining joining_at(PathType level) {
  job::NicJoining joining;
  joining.level = level;
  return joining;
}

/// A port on a NIC of its own.
DeviceId lone_port(Assembly& assembly, DeviceId above) {
  return assembly.port(assembly.nic(above), 100000);
}

/// CPU 0: switch 1 > (switch 2 > a, b; c), d. CPU 1: e.
struct Levels {
  Assembly assembly{"levels"};
  DeviceId cpu = assembly.cpu();
  DeviceId outer = assembly.pci_switch(cpu);
  DeviceId inner = assembly.pci_switch(outer);
  DeviceId a = lone_port(assembly, inner);
  DeviceId b = lone_port(assembly, inner);
  DeviceId c = lone_port(assembly, outer);
  DeviceId d = lone_port(assembly, cpu);
  DeviceId e = lone_port(assembly, assembly.cpu());
  core::Topology machine = std::move(assembly).build();

  MeetingPlace place(std::vector<DeviceId> ports) const { return meeting_place(machine, ports); }
  std::vector<PortGroup> groups(PathType level) const {
    return ports_to_join(machine, joining_at(level)).value();
  }
};

TEST(NicGroups, PortsMeetWhereTheirWaysDo) {
  const Levels levels;
  EXPECT_EQ(levels.place({levels.a, levels.b}), (MeetingPlace{PathType::Pix, levels.inner}));
  EXPECT_EQ(levels.place({levels.a, levels.c}), (MeetingPlace{PathType::Pxb, levels.outer}));
  EXPECT_EQ(levels.place({levels.a, levels.b, levels.c}),
            (MeetingPlace{PathType::Pxb, levels.outer}));
  EXPECT_EQ(levels.place({levels.a, levels.d}), (MeetingPlace{PathType::Phb, levels.cpu}));
  EXPECT_EQ(levels.place({levels.d, levels.e}), (MeetingPlace{PathType::Sys, core::kNoDevice}));
}

TEST(NicGroups, TheLevelSaysHowFarApart) {
  const Levels levels;
  const auto& [a, b, c, d, e] = std::tie(levels.a, levels.b, levels.c, levels.d, levels.e);
  EXPECT_EQ(levels.groups(PathType::Loc), std::vector<PortGroup>());
  EXPECT_EQ(levels.groups(job::NicJoining::kSameAdapter), std::vector<PortGroup>());
  EXPECT_EQ(levels.groups(PathType::Pix), (std::vector<PortGroup>{{a, b}}));
  EXPECT_EQ(levels.groups(PathType::Pxn), (std::vector<PortGroup>{{a, b, c}}));
  EXPECT_EQ(levels.groups(PathType::Phb), (std::vector<PortGroup>{{a, b, c, d}}));
  // Four at most: the fifth stays alone.
  EXPECT_EQ(levels.groups(PathType::Sys), (std::vector<PortGroup>{{a, b, c, d}}));
}

TEST(NicGroups, PortsOfANicAndFunctionsOfADeviceAreOneAdapter) {
  Assembly assembly("adapters");
  const DeviceId cpu = assembly.cpu();
  const DeviceId nic = assembly.nic(cpu);
  const DeviceId a = assembly.port(nic, 100000);
  const DeviceId b = assembly.port(nic, 100000);
  const DeviceId first = assembly.nic(cpu);
  const DeviceId second = assembly.nic(cpu);
  assembly.function(first).bus_id = "0000:c0:00.0";
  assembly.function(second).bus_id = "0000:c0:00.1";
  const DeviceId c = assembly.port(first, 100000);
  const DeviceId d = assembly.port(second, 100000);
  const core::Topology machine = std::move(assembly).build();
  EXPECT_EQ(meeting_place(machine, std::vector{a, b}),
            (MeetingPlace{job::NicJoining::kSameAdapter, nic}));
  EXPECT_EQ(meeting_place(machine, std::vector{c, d}),
            (MeetingPlace{job::NicJoining::kSameAdapter, cpu}));
  job::NicJoining joining;
  EXPECT_EQ(ports_to_join(machine, joining).value(), std::vector<PortGroup>());
  joining.joins = true;
  EXPECT_EQ(ports_to_join(machine, joining).value(), (std::vector<PortGroup>{{a, b}, {c, d}}));
  joining.joins = false;
  joining.level = PathType::Sys;
  EXPECT_EQ(ports_to_join(machine, joining).value(), std::vector<PortGroup>());
}

TEST(NicGroups, PortsThatNoBusShowsStayAlone) {
  Assembly assembly("virtual");
  const DeviceId nic = assembly.virtual_nic(assembly.cpu());
  assembly.port(nic, 100000);
  assembly.port(nic, 100000);
  const core::Topology machine = std::move(assembly).build();
  EXPECT_EQ(ports_to_join(machine, joining_at(PathType::Sys)).value(), std::vector<PortGroup>());
}

TEST(NicGroups, ForcedGroupsComeFirst) {
  const Levels levels;
  const auto name_of = [&](DeviceId id) { return levels.machine.device(id).name; };
  job::NicJoining joining = joining_at(PathType::Pxb);
  joining.forced = {{{name_of(levels.e), {}}, {name_of(levels.b), {}}}, {{name_of(levels.c), {}}}};
  // c is a group of its own, which keeps it from a.
  EXPECT_EQ(ports_to_join(levels.machine, joining).value(),
            (std::vector<PortGroup>{{levels.b, levels.e}}));
  joining.forced = {{{"mlx5_0", {}}, {name_of(levels.a), {}}}};
  EXPECT_EQ(ports_to_join(levels.machine, joining).error().where, "NCCL_NET_FORCE_MERGE");
  joining.forced = {{{name_of(levels.a), {}}, {name_of(levels.b), {}}}};
  joining.joins = false;
  EXPECT_EQ(ports_to_join(levels.machine, joining).error().found,
            "given with NCCL_IB_MERGE_NICS=0");
}

}  // namespace nic_groups_test
}  // namespace treering::sim::nccl::system
