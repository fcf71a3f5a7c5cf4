#include "tuner/edited_topology.h"

#include <gtest/gtest.h>

#include "tests/support/patients.h"

namespace treering::tuner {
namespace edited_topology_test {

core::Topology dgx() {
  return testing::patient_on("dgx-h100").condition.cluster.node;
}

TEST(EditedTopology, OnlyWhatIsEditedChanges) {
  const core::Topology node = dgx();
  const core::Topology renamed =
      with_devices(node, [](core::Device& device) { device.name += "x"; });
  EXPECT_EQ(renamed.device(0).name, node.device(0).name + "x");
  EXPECT_EQ(renamed.links(), node.links());
  const core::Topology faster =
      with_links(node, [](core::Link& link) { link.bandwidth = link.bandwidth * 2; });
  EXPECT_EQ(faster.links()[0].bandwidth, node.links()[0].bandwidth * 2);
  EXPECT_EQ(faster.devices(), node.devices());
  EXPECT_EQ(with_links(node, [](core::Link&) {}), node);
}

// Names are unique: what all are named alike is no topology.
TEST(EditedTopology, WhatIsNoTopologyStaysAsItWas) {
  const core::Topology node = dgx();
  EXPECT_EQ(with_devices(node, [](core::Device& device) { device.name = "x"; }), node);
}

}  // namespace edited_topology_test
}  // namespace treering::tuner
