#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/checks.h"
#include "tests/core/small_topology.h"
#include "tests/support/processor_time.h"

namespace treering::core {
namespace pci_tree_test {

TEST(PciTree, PciChildHasOneParent) {
  TopologyBuilder builder = small_machine();
  builder.connect_both_ways(wire(LinkKind::Pcie, 2, 0));
  EXPECT_EQ(message_of(std::move(builder)),
            "/links/10/from: gpu 'GPU 0' already hangs below pci_switch 'switch', expected one "
            "PCIe parent");
}

TEST(PciTree, PciLinksRunUp) {
  TopologyBuilder builder = small_machine();
  const DeviceId gpu = builder.add(device("GPU 2", Gpu{2, 80, true}));
  builder.connect_both_ways(wire(LinkKind::Pcie, 0, gpu));
  EXPECT_EQ(message_of(std::move(builder)),
            "/links/10/from: cpu 'CPU 0' is the child end of a PCIe link, expected the child "
            "first, then its parent; swap from and to");
  TopologyBuilder reversed = small_machine();
  const DeviceId other = reversed.add(on_bus("switch 2", PciSwitch{}, "0000:09:00.0"));
  reversed.connect_both_ways(wire(LinkKind::Pcie, other, 2));
  EXPECT_EQ(message_of(std::move(reversed)),
            "/links/10/to: gpu 'GPU 0' is the parent end of a PCIe link, expected a pci_switch or "
            "a cpu; give the child first, then its parent");
}

TEST(PciTree, PciTreesGrowFromCpus) {
  TopologyBuilder builder("no cpu");
  builder.add(device("switch", PciSwitch{}));
  builder.add(device("GPU 0", Gpu{}));
  builder.connect_both_ways(wire(LinkKind::Pcie, 1, 0));
  EXPECT_EQ(message_of(std::move(builder)),
            "/devices/0: pci_switch 'switch' is the top of a PCIe tree, expected a cpu there; "
            "link it to a cpu");
}

/// A builder with switches in a circle, each the child of the next.
TopologyBuilder cycle_of(int count) {
  TopologyBuilder builder("cycle");
  for (int i = 0; i < count; ++i) builder.add(device(fmt::format("s{}", i), PciSwitch{}));
  return builder;
}

TEST(PciTree, PciCyclesAreRefused) {
  TopologyBuilder one_way = cycle_of(3);
  for (int i = 0; i < 3; ++i) one_way.connect(wire(LinkKind::Pcie, i, (i + 1) % 3));
  EXPECT_EQ(message_of(std::move(one_way)),
            "/links/1: a cycle of PCIe links through 's1', 's2', 's0', expected a tree below a "
            "cpu");
  TopologyBuilder long_one = cycle_of(20);
  for (int i = 0; i < 20; ++i) long_one.connect_both_ways(wire(LinkKind::Pcie, i, (i + 1) % 20));
  EXPECT_THAT(message_of(std::move(long_one)),
              ::testing::EndsWith("'s9', 's10' and 10 more, expected a tree below a cpu"));
}

// The second wire is not the reverse of the first, which has one.
TEST(PciTree, PciCyclesOfTwoAreRefused) {
  TopologyBuilder builder = cycle_of(2);
  builder.connect_both_ways(wire(LinkKind::Pcie, 0, 1));
  builder.connect_both_ways(wire(LinkKind::Pcie, 1, 0));
  EXPECT_EQ(message_of(std::move(builder)),
            "/links/2: a cycle of PCIe links through 's1', 's0', expected a tree below a cpu");
}

TEST(PciTree, PciChildMayHaveTwoWiresToItsParent) {
  TopologyBuilder builder = small_machine();
  builder.connect_both_ways(wire(LinkKind::Pcie, 1, 0));
  EXPECT_EQ(message_of(std::move(builder)), "no error");
}

/// A CPU and a chain of switches below it, each before its parent in the list, so that no walk up
/// the tree can stop early at a known device.
TopologyBuilder chain_of(int switches) {
  TopologyBuilder builder("chain");
  builder.add(device("CPU 0", Cpu{}));
  for (DeviceId i = 1; i <= switches; ++i) {
    builder.add(device(fmt::format("s{}", i), PciSwitch{}));
    builder.connect_both_ways(wire(LinkKind::Pcie, i, i < switches ? i + 1 : 0));
  }
  return builder;
}

TEST(PciTree, PciChainsAreAsLongAsADomainHasBuses) {
  EXPECT_EQ(message_of(chain_of(kMaxPciDepth)), "no error");
  // Counted from the CPU down, s1 is the last of 257; its link is the first, 0.
  EXPECT_EQ(message_of(chain_of(kMaxPciDepth + 1)),
            "/links/0: pci_switch 's1' is number 257 in a chain of PCIe devices below cpu 'CPU 0', "
            "expected at most 256: a PCI domain has no more buses");
}

TEST(PciTree, PortsArePartsOfTheLastDeviceOfAChain) {
  TopologyBuilder builder = chain_of(kMaxPciDepth - 1);
  const DeviceId nic = builder.add(device("NIC", Nic{}));
  builder.connect_both_ways(wire(LinkKind::Pcie, nic, 1));
  NicPort port;
  port.nic = nic;
  port.speed_mbps = 100000;
  builder.add(device("port", port));
  EXPECT_EQ(message_of(std::move(builder)), "no error");
}

// A chain is the worst case of a walk up the tree: quadratic work would take seconds.
TEST(PciTree, ALongChainIsRefusedAtOnce) {
  TopologyBuilder builder = chain_of(kMaxDevices - 1);
  std::string message;
  const double taken_s =
      test::processor_seconds([&builder, &message] { message = message_of(std::move(builder)); });
  EXPECT_THAT(message, ::testing::HasSubstr("is number 257 in a chain"));
  EXPECT_LT(taken_s, 1);  // milliseconds in a release build; room for sanitizers
}

}  // namespace pci_tree_test
}  // namespace treering::core
