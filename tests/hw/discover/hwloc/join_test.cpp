#include "hw/discover/hwloc/join.h"

#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/world/recording/recording.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/discovered.h"
#include "tests/support/hwloc_xml.h"
#include "tests/support/recorded_machines.h"

namespace treering::hw::discover::hwloc {
namespace join_test {

using sources::MachineFacts;
using sources::PciFact;
using support::RecordedMachine;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;
using ::testing::Not;
using world::recording::ReplayedWorld;
using Packages = std::map<int, std::set<int>>;

// Two packages of four cores with two processors each: 0 to 7 and 8 to 15, a GPU each.
const treering::testing::SmallMachine kMachine{.gpus = {{"0000:17:00.0"}, {"0000:98:00.0"}}};

const support::RecordedPci kH100{"0x030200", "0x10de", "0x2330", "32.0 GT/s PCIe", 16, 0};

/// The same as the system shows it.
RecordedMachine shown() {
  RecordedMachine machine;
  machine.numa(0, "000000ff");
  machine.numa(1, "0000ff00");
  machine.cpuinfo("GenuineIntel", 6, 143);
  auto second = kH100;
  second.numa = 1;
  machine.pci("pci0000:17/0000:17:00.0", kH100);
  machine.pci("pci0000:98/0000:98:00.0", second);
  return machine;
}

RecordedMachine with(RecordedMachine machine, const std::string& xml) {
  machine.text(world::recording::kHwlocPath, xml);
  return machine;
}

MachineFacts joined(RecordedMachine machine) {
  return collect_facts(ReplayedWorld(machine.recording()));
}

std::string hwloc_notes(const sources::HwlocNotes& facts) {
  std::string text;
  for (const core::Diagnostic& note : facts.notes) text += note.message() + "\n";
  return text;
}

TEST(HwlocJoin, ReadsNodesPackagesAndDevices) {
  auto machine = with({}, treering::testing::hwloc_xml(kMachine));
  const Facts facts = hwloc::facts_of(ReplayedWorld(machine.recording()));
  EXPECT_EQ(facts.numa.cpumaps, (std::map<int, std::string>{{0, "000000ff"}, {1, "0000ff00"}}));
  EXPECT_EQ(facts.numa.packages, (Packages{{0, {0}}, {1, {1}}}));
  EXPECT_THAT(facts.pci.functions, ElementsAre(Key("0000:17:00.0"), Key("0000:98:00.0")));
  const PciFact& gpu = facts.pci.functions.at("0000:98:00.0");
  EXPECT_EQ(gpu.device, "0x2330");
  EXPECT_EQ(gpu.root, "pci0000:98");
  EXPECT_EQ(gpu.numa_node->value, 1);
  EXPECT_THAT(facts.unread, IsEmpty());
}

TEST(HwlocJoin, ChangesNothingWhereTheSystemShowsAll) {
  const auto alone = support::discovered(shown());
  const auto both = support::discovered(with(shown(), treering::testing::hwloc_xml(kMachine)));
  EXPECT_EQ(both.topology, alone.topology);
  EXPECT_THAT(support::notes_of(both), Not(HasSubstr("hwloc reports")));
}

TEST(HwlocJoin, FillsPackagesThatTheSystemDoesNotShow) {
  const MachineFacts facts = joined(with(shown(), treering::testing::hwloc_xml(kMachine)));
  EXPECT_EQ(facts.numa.packages, (Packages{{0, {0}}, {1, {1}}}));
  EXPECT_EQ(hwloc_notes(facts.hwloc),
            "note: hwloc: reports CPU packages, which the system does not show\n");
}

TEST(HwlocJoin, AloneDescribesAMachine) {
  const auto found = support::discovered(with({}, treering::testing::hwloc_xml(kMachine)));
  EXPECT_EQ(found.topology.of_kind(core::DeviceKind::Gpu).size(), 2U);
  EXPECT_EQ(found.topology.of_kind(core::DeviceKind::Cpu).size(), 2U);
  EXPECT_THAT(support::notes_of(found), HasSubstr("hwloc: reports PCI devices"));
}

TEST(HwlocJoin, PlacesDevicesThatTheSystemDoesNot) {
  RecordedMachine machine = shown();
  machine.recording().texts.erase("/sys/devices/pci0000:98/0000:98:00.0/numa_node");
  const MachineFacts facts = joined(with(machine, treering::testing::hwloc_xml(kMachine)));
  const auto& node = facts.pci.functions.at("0000:98:00.0").numa_node;
  ASSERT_TRUE(node);
  EXPECT_EQ(node->value, 1);
  EXPECT_EQ(node->origin.source, "hwloc");
}

TEST(HwlocJoin, NamesContradictions) {
  // hwloc sees the GPUs the other way around, four processors more on node 1, and a third GPU.
  const treering::testing::SmallMachine other{
      .cores = 6, .gpus = {{"0000:98:00.0"}, {"0000:17:00.0", "0000:c8:00.0"}}};
  const MachineFacts facts = joined(with(shown(), treering::testing::hwloc_xml(other)));
  const std::string notes = hwloc_notes(facts.hwloc);
  EXPECT_THAT(notes,
              HasSubstr("warning: NUMA node 0: hwloc reports processors 00000fff, the system "
                        "000000ff: taken as the system has it"));
  EXPECT_THAT(notes, HasSubstr("warning: 0000:98:00.0: hwloc reports NUMA node 0, the system 1"));
  EXPECT_THAT(notes,
              HasSubstr("warning: 0000:c8:00.0: hwloc reports a PCI device, the system none"));
  EXPECT_EQ(facts.numa.cpumaps.at(0), "000000ff");
  EXPECT_EQ(facts.pci.functions.at("0000:98:00.0").numa_node->value, 1);
  EXPECT_FALSE(facts.pci.functions.contains("0000:c8:00.0"));
}

TEST(HwlocJoin, WhatCannotBeReadIsNamed) {
  const MachineFacts broken = joined(with(shown(), "<topology"));
  ASSERT_EQ(broken.hwloc.unread.size(), 1U);
  EXPECT_EQ(broken.hwloc.unread.front().path, "hwloc");
  EXPECT_THAT(joined(shown()).hwloc.unread, IsEmpty());
}

}  // namespace join_test
}  // namespace treering::hw::discover::hwloc
