#include "hw/fabric/analysis/fabric.h"

#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hw/fabric/kinds.h"
#include "tests/hw/fabric/analysis/faulty_fabric.h"

namespace treering::hw::fabric::analysis {
namespace fabric_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AdapterName, IsAHostAndADevice) {
  EXPECT_EQ(adapter_name("node01 mlx5_5"), (AdapterName{"node01", "mlx5_5"}));
  EXPECT_EQ(adapter_name(" node01  HCA-1 "), (AdapterName{"node01", "HCA-1"}));
  EXPECT_EQ(adapter_name("node01"), (AdapterName{"node01", ""}));
}

TEST(AdapterName, NamesOfProductsAreNone) {
  for (const char* text : {"", "localhost HCA-1", "MT4129 ConnectX7   Mellanox Technologies"}) {
    EXPECT_EQ(adapter_name(text), AdapterName()) << text;
  }
}

TEST(Hosts, HaveTheirAdaptersInOrder) {
  const FabricGraph graph = read(
      "Switch 8 \"S\"\n[1] \"a\"[1] # \"n1 mlx5_10\" lid 1 4xHDR\n"
      "[2] \"b\"[1] # \"n2 mlx5_0\" lid 1 4xHDR\n[3] \"c\"[1] # \"n1 mlx5_9\" lid 1 4xHDR\n"
      "[4] \"d\"[1] # \"MT4129 ConnectX7 Mellanox Technologies\" lid 1 4xHDR\n"
      "Ca 1 \"e\" # \"n3 mlx5_0\"\n");
  const FabricHosts hosts = hosts_of(graph);
  ASSERT_EQ(hosts.hosts.size(), 2U);
  EXPECT_EQ(hosts.hosts[0].name, "n1");
  EXPECT_THAT(hosts.hosts[0].ports,
              ElementsAre(HostPort{{3, 1}, 0, 2, "mlx5_9"}, HostPort{{1, 1}, 0, 0, "mlx5_10"}));
  EXPECT_EQ(hosts.hosts[1].name, "n2");
  EXPECT_THAT(hosts.nameless, ElementsAre(HostPort{{4, 1}, 0, 3, ""}));
  EXPECT_THAT(hosts.unplugged, ElementsAre(5));
}

// 4 hosts to a leaf, 8 leaves, 2 spines with 1 cable each: 4 x 400 down, 2 x 400 up.
TEST(SubnetFabric, OfAFatTree) {
  const FoundFabric found = fabric_of(graph_of({{4, 8}, {1, 2}, {1, 1}}), "net.txt");
  EXPECT_THAT(texts(found), IsEmpty());
  ASSERT_EQ(found.tree.levels.size(), 2U);
  EXPECT_EQ(found.tree.levels[0].switches.size(), 8U);
  EXPECT_EQ(found.tree.levels[1].switches.size(), 2U);
  EXPECT_EQ(found.tree.levels[0].switches[0].down_mbps, 1600000);
  EXPECT_EQ(found.tree.levels[0].switches[0].up_mbps, 800000);
  EXPECT_EQ(found.host_count, 32);
  EXPECT_EQ(found.fabric, (core::Fabric{.kind = core::FabricKind::FatTree,
                                        .oversubscription = 2,
                                        .nodes_per_leaf = 4,
                                        .hop_latency = {},
                                        .origin = {core::Origin::Kind::File, "net.txt"}}));
}

// 4 rails: adapter i of the 4 hosts of a group at leaf i of the group; 2 groups, 4 spines.
TEST(SubnetFabric, OfRails) {
  const FoundFabric found = fabric_of(graph_of({{4, 8}, {1, 4}, {1, 1}, 4}), "net.txt");
  EXPECT_THAT(texts(found), IsEmpty());
  EXPECT_EQ(found.fabric.kind, core::FabricKind::RailOptimised);
  EXPECT_EQ(found.fabric.nodes_per_leaf, 4);
  EXPECT_EQ(found.fabric.oversubscription, 1);
  EXPECT_EQ(found.rails.rails, 4);
  ASSERT_EQ(found.rails.groups.size(), 2U);
  std::vector<std::string> devices;
  for (const RailLeaf& leaf : found.rails.groups[0].leaves) devices.push_back(leaf.device);
  EXPECT_THAT(devices, ElementsAre("mlx5_0", "mlx5_1", "mlx5_2", "mlx5_3"));
  EXPECT_THAT(found.rails.groups[0].hosts, ElementsAre(0, 1, 2, 3));
}

TEST(SubnetFabric, OfOneSwitch) {
  const FoundFabric found = fabric_of(graph_of({{4}, {1}, {1}}), "net.txt");
  EXPECT_EQ(found.fabric.kind, core::FabricKind::SingleSwitch);
  EXPECT_EQ(found.fabric.nodes_per_leaf, 0);
  EXPECT_EQ(found.host_count, 4);
}

TEST(SubnetFabric, ALeafBelowASwitchWithAHostIsNotTheOnlySwitch) {
  std::string text = "Switch 16 \"top\"\n[9] \"x\"[1] # \"boss mlx5_0\" lid 1 4xHDR\n";
  for (int i = 1; i <= 4; ++i)
    text += fmt::format("[{0}] \"leaf\"[{0}] # \"leaf\" lid 1 4xHDR\n", i);
  text += "Switch 16 \"leaf\"\n";
  for (int i = 5; i <= 12; ++i) {
    text += fmt::format("[{0}] \"h{0}\"[1] # \"n{0} mlx5_0\" lid 1 4xHDR\n", i);
  }
  const FoundFabric found = fabric_of(read(text), "net.txt");
  EXPECT_EQ(found.fabric.kind, core::FabricKind::FatTree);
  EXPECT_EQ(found.fabric.nodes_per_leaf, 8);
}

TEST(SubnetFabric, LeavesThatAreJoinedAreNoTree) {
  const FoundFabric found =
      fabric_of(read("Switch 8 \"S1\"\n[1] \"h1\"[1]\n[2] \"S2\"[2]\n[3] \"S2\"[3]\n\n"
                     "Switch 8 \"S2\"\n[1] \"h2\"[1]\n"),
                "net.txt");
  EXPECT_FALSE(found.tree.is_fat_tree);
  EXPECT_EQ(found.tree.why_not, "2 cables join switches of one level, such as S1 and S2");
  EXPECT_EQ(found.fabric.kind, core::FabricKind::Unspecified);
}

TEST(SubnetFabric, PartsWithoutACommonTopAreNoTree) {
  const FoundFabric found = fabric_of(
      read("Switch 8 \"S1\"\n[1] \"h1\"[1]\nSwitch 8 \"S2\"\n[1] \"h2\"[1]\n"), "net.txt");
  EXPECT_EQ(found.tree.why_not, "no switch at the top reaches all leaves: at most 1 of 2");
}

TEST(SubnetFabric, WithoutHostsIsNoTree) {
  const FoundFabric found = fabric_of(read("Switch 8 \"S1\"\n"), "net.txt");
  EXPECT_EQ(found.tree.why_not, "no switch has hosts");
  EXPECT_EQ(found.host_count, 0);
}

TEST(SubnetFabric, NamesAreDistinguished) {
  const FabricGraph graph = read(
      "switchguid=0xa1(a1)\nSwitch 8 \"S-a1\" # \"Quantum\" base port 0 lid 1 lmc 0\n"
      "[1] \"h1\"[1]\n[2] \"S-a2\"[2]\n\n"
      "switchguid=0xa2(a2)\nSwitch 8 \"S-a2\" # \"Quantum\" base port 0 lid 2 lmc 0\n"
      "[1] \"h2\"[1]\n");
  EXPECT_EQ(fabric_of(graph, "net.txt").tree.why_not,
            "1 cable joins switches of one level, such as Quantum 0x00000000000000a1 and Quantum "
            "0x00000000000000a2");
}

TEST(SubnetFabric, ACableToTheSwitchItselfJoinsNoLevel) {
  const FoundFabric found =
      fabric_of(read("Switch 8 \"S1\"\n[1] \"h1\"[1]\n[2] \"S1\"[3]\n"), "net.txt");
  EXPECT_TRUE(found.tree.is_fat_tree) << found.tree.why_not;
  EXPECT_THAT(texts(found), ElementsAre("1 cable from S1 to itself"));
}

/// 1..5 for each of `levels`.
std::vector<int> arbitrary_counts(std::size_t levels) {
  std::vector<int> values(levels);
  for (int& value : values) value = *rc::gen::inRange(1, 6);
  return values;
}

test::FatTreePlan arbitrary_plan() {
  const auto levels = *rc::gen::inRange<std::size_t>(2, 4);
  test::FatTreePlan plan{arbitrary_counts(levels), arbitrary_counts(levels),
                         arbitrary_counts(levels)};
  plan.cables[0] = 1;
  plan.up[0] = 1;
  plan.rails = *rc::gen::inRange(1, 5);
  // So that the leaves are in whole groups, of more than one switch.
  plan.down[1] = 2 * plan.rails * plan.down[1];
  return plan;
}

/// What the definition of the tree gives: bandwidth of the hosts over that up from each level.
double oversubscription_of(const test::FatTreePlan& plan) {
  const double hosts = static_cast<double>(test::hosts_in(plan)) * plan.rails;
  double worst = 0;
  for (std::size_t level = 1; level < plan.down.size(); ++level) {
    const double up =
        static_cast<double>(test::switches_in(plan, level)) * plan.up[level] * plan.cables[level];
    worst = std::max(worst, hosts / up);
  }
  return worst;
}

RC_GTEST_PROP(SubnetFabric, OfAGeneratedTreeIsWhatItWas, ()) {
  const test::FatTreePlan plan = arbitrary_plan();
  const FoundFabric found = fabric_of(graph_of(plan), "net.txt");
  RC_ASSERT(found.tree.why_not == "");
  RC_ASSERT(found.findings.empty());
  RC_ASSERT(found.host_count == static_cast<int>(test::hosts_in(plan)));
  RC_ASSERT(found.tree.levels.size() == plan.down.size());
  for (std::size_t level = 1; level <= plan.down.size(); ++level) {
    RC_ASSERT(found.tree.levels[level - 1].switches.size() == test::switches_in(plan, level));
  }
  RC_ASSERT(found.tree.nodes_per_leaf == plan.down[0]);
  RC_ASSERT(std::abs(found.tree.oversubscription - oversubscription_of(plan)) < 1e-9);
  RC_ASSERT(found.rails.rails == plan.rails);
  RC_ASSERT((found.fabric.kind == core::FabricKind::RailOptimised) == (plan.rails > 1));
  RC_ASSERT(check_fabric(found.fabric, "net.txt").has_value());
}

}  // namespace fabric_test
}  // namespace treering::hw::fabric::analysis
