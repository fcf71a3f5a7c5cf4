#include "core/topology/edited_topology.h"

#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::core {
namespace edited_topology_test {

Topology machine() {
  return testing::nvswitch_machine(8, 90);
}

TEST(EditedTopology, OnlyWhatIsEditedChanges) {
  const Topology node = machine();
  const Topology renamed = with_devices(node, [](Device& device) { device.name += "x"; });
  EXPECT_EQ(renamed.device(0).name, node.device(0).name + "x");
  EXPECT_EQ(renamed.links(), node.links());
  const Topology faster = with_links(node, [](Link& link) { link.bandwidth = link.bandwidth * 2; });
  EXPECT_EQ(faster.links()[0].bandwidth, node.links()[0].bandwidth * 2);
  EXPECT_EQ(faster.devices(), node.devices());
  EXPECT_EQ(with_links(node, [](Link&) {}), node);
}

// Names are unique: what all are named alike is no topology.
TEST(EditedTopology, WhatIsNoTopologyStaysAsItWas) {
  const Topology node = machine();
  EXPECT_EQ(with_devices(node, [](Device& device) { device.name = "x"; }), node);
}

}  // namespace edited_topology_test
}  // namespace treering::core
