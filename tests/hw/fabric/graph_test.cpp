#include "hw/fabric/graph.h"

#include <gtest/gtest.h>

namespace treering::hw::fabric {
namespace graph_test {

// Lanes times the speed of a lane, as NCCL counts it: EDR 25000, HDR 50000, NDR 100000 Mbit/s.
TEST(SubnetRate, IsLanesTimesSpeed) {
  EXPECT_EQ(parse_cable_rate("4xEDR")->mbps(), 100000);
  EXPECT_EQ(parse_cable_rate("4x EDR")->mbps(), 100000);
  EXPECT_EQ(parse_cable_rate("2xNDR")->mbps(), 200000);
  EXPECT_EQ(parse_cable_rate("4xndr")->mbps(), 400000);
  EXPECT_EQ(parse_cable_rate("4xXDR")->mbps(), 800000);
  EXPECT_EQ(parse_cable_rate("1xSDR")->mbps(), 2500);
  EXPECT_EQ(parse_cable_rate("12xQDR")->mbps(), 120000);
  EXPECT_EQ(parse_cable_rate("4xFDR10")->mbps(), 40000);
  EXPECT_EQ(parse_cable_rate("4xFDR")->mbps(), 56000);
}

TEST(SubnetRate, MayHaveNoSpeed) {
  EXPECT_EQ(parse_cable_rate("12x"), (CableRate{12, LaneSpeed::Unknown}));
  EXPECT_EQ(parse_cable_rate("4x ???"), (CableRate{4, LaneSpeed::Unknown}));
  EXPECT_EQ(parse_cable_rate("12x")->mbps(), 0);
}

TEST(SubnetRate, OtherWordsAreNone) {
  for (const char* word : {"", "4", "x", "3xHDR", "-4xHDR", "4xGDR", "4 HDR", "99999999999xHDR"}) {
    EXPECT_FALSE(parse_cable_rate(word)) << word;
  }
}

TEST(SubnetRate, AsText) {
  EXPECT_EQ(text_of({4, LaneSpeed::Ndr}), "4x NDR (400 Gbit/s)");
  EXPECT_EQ(text_of({1, LaneSpeed::Sdr}), "1x SDR (2.5 Gbit/s)");
  EXPECT_EQ(text_of({12, LaneSpeed::Unknown}), "12x");
  EXPECT_EQ(text_of({}), "an unknown rate");
}

TEST(SubnetNode, OfAManagedSwitchIsNamedByItsBox) {
  FabricNode node{FabricNodeKind::Switch, "S-1", 1, 1, "MF0;leaf1:MQM9700/U1", 65};
  EXPECT_EQ(name_of(node), "leaf1");
  node.description = "MF0;core-A:MCS8500/L01/U1";
  EXPECT_EQ(name_of(node), "core-A L01/U1");
  node.description = "Infiniscale-IV Mellanox Technologies";
  EXPECT_EQ(name_of(node), "Infiniscale-IV Mellanox Technologies");
  node.description.clear();
  EXPECT_EQ(name_of(node), "S-1");
}

}  // namespace graph_test
}  // namespace treering::hw::fabric
