// Faults in cabling that are found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/analysis/hosts.h"
#include "tests/hw/fabric/analysis/faulty_fabric.h"

namespace treering::hw::fabric::analysis {
namespace uneven_cabling_test {

using ::testing::ElementsAre;

TEST(UnevenCabling, OfLeavesAndCables) {
  FabricGraph graph = graph_of({{4, 4}, {1, 2}, {1, 2}});
  unplug(graph, "sw1-2", "sw2-1");
  cable_between(graph, "sw1-3", "sw2-0").rate = {4, LaneSpeed::Hdr};
  // The cable stands where its upper end, the first in the text, names it.
  EXPECT_THAT(texts(fabric_of(graph, "net.txt")),
              ElementsAre("leaf sw1-2 has 3 uplinks, 3 of 4 have 4",
                          "the cable from sw2-0 port 7 to sw1-3 port 5 is 4x HDR (200 Gbit/s), but "
                          "3 of 4 up from there carry 400 Gbit/s"));
}

TEST(UnevenCabling, OfHosts) {
  FabricGraph graph = graph_of({{4, 4}, {1, 4}, {1, 1}, 2});
  unplug(graph, "node0002 mlx5_1", "sw1-1");
  cable_between(graph, "node0003 mlx5_0", "sw1-0").rate = {2, LaneSpeed::Ndr};
  EXPECT_THAT(
      texts(fabric_of(graph, "net.txt")),
      ElementsAre("host node0002 has 1 connected port, but 7 of 8 hosts named like it have 2",
                  "host node0003 mlx5_0 is connected at 2x NDR (200 Gbit/s), but 7 of 8 on hosts "
                  "named like it run at 400 Gbit/s",
                  "1 adapter without a cable, such as node0002 mlx5_1"));
}

// Leaves 0 to 3 are one group, 4 to 7 the other; 5 hosts each.
TEST(UnevenCabling, OfRails) {
  FabricGraph graph = graph_of({{5, 8}, {1, 4}, {1, 1}, 4});
  Cable& one = cable_between(graph, "node0002 mlx5_1", "sw1-1");
  Cable& other = cable_between(graph, "node0007 mlx5_1", "sw1-5");
  std::swap(one.ends[0], other.ends[0]);  // the text names the leaf first
  const FoundFabric found = fabric_of(graph, "net.txt");
  EXPECT_THAT(texts(found),
              ElementsAre("host node0002 mlx5_1 is at leaf sw1-5, where the hosts beside it have "
                          "no port",
                          "host node0007 mlx5_1 is at leaf sw1-1, where the hosts beside it have "
                          "no port"));
  EXPECT_EQ(found.fabric.kind, core::FabricKind::RailOptimised);
}

// Leaf 0 of 3 groups of 3 lost all its cables.
TEST(UnevenCabling, OfGroupsOfRails) {
  FabricGraph graph = graph_of({{3, 9}, {1, 2}, {1, 1}, 3});
  std::erase_if(graph.cables, [&](const Cable& cable) {
    return std::ranges::any_of(cable.ends, [&](const FabricPort& end) {
      return name_of(graph.node(end.node)) == "sw1-0";
    });
  });
  EXPECT_THAT(
      texts(fabric_of(graph, "net.txt")),
      ElementsAre("host node0000 has 2 connected ports, but 6 of 9 hosts named like it have 3",
                  "host node0001 has 2 connected ports, but 6 of 9 hosts named like it have 3",
                  "host node0002 has 2 connected ports, but 6 of 9 hosts named like it have 3",
                  "the group of leaves sw1-1, sw1-2 has 2 rails, but 2 of 3 groups have 3",
                  "3 adapters without a cable, such as node0000 mlx5_0"));
}

// Two ports of node0001 are plugged into each other's leaf.
TEST(UnevenCabling, OfPortsThatAreSwappedInAGroup) {
  FabricGraph graph = graph_of({{5, 8}, {1, 4}, {1, 1}, 4});
  std::swap(cable_between(graph, "node0001 mlx5_1", "sw1-1").ends[0],
            cable_between(graph, "node0001 mlx5_2", "sw1-2").ends[0]);
  EXPECT_THAT(
      texts(fabric_of(graph, "net.txt")),
      ElementsAre(
          "host node0001 mlx5_1 is at leaf sw1-2, but 4 of 5 hosts there have it at sw1-1",
          "host node0001 mlx5_2 is at leaf sw1-1, but 4 of 5 hosts there have it at sw1-2"));
}

// node0001 has two ports at sw1-1.
TEST(UnevenCabling, OfTwoPortsAtOneLeaf) {
  FabricGraph graph = graph_of({{5, 8}, {1, 4}, {1, 1}, 4});
  Cable& moved = cable_between(graph, "node0001 mlx5_2", "sw1-2");
  moved.ends[0] = {cable_between(graph, "node0001 mlx5_1", "sw1-1").ends[0].node, 60};
  EXPECT_THAT(
      texts(fabric_of(graph, "net.txt")),
      ElementsAre(
          "host node0001 mlx5_2 is at leaf sw1-1, but 4 of 5 hosts there have it at sw1-2"));
}

TEST(UnevenCabling, OfALeafWhoseUplinksAreAllSlow) {
  FabricGraph graph = graph_of({{4, 4}, {1, 2}, {1, 2}});
  for (Cable& cable : graph.cables) {
    const bool is_up = std::ranges::all_of(cable.ends, [&](const FabricPort& end) {
      return graph.node(end.node).kind == FabricNodeKind::Switch;
    });
    const bool is_of_leaf = std::ranges::any_of(cable.ends, [&](const FabricPort& end) {
      return name_of(graph.node(end.node)) == "sw1-3";
    });
    if (is_up && is_of_leaf) cable.rate = {4, LaneSpeed::Hdr};
  }
  EXPECT_THAT(
      texts(fabric_of(graph, "net.txt")),
      ElementsAre(
          "the uplinks of leaf sw1-3 carry 200 Gbit/s each, but those of 3 of 4 carry 400 Gbit/s"));
}

// Four uplinks of every leaf, two to each spine; sw1-1 and sw1-2 exchange one.
TEST(UnevenCabling, OfUplinksThatAreSpreadUnevenly) {
  FabricGraph graph = graph_of({{4, 5}, {1, 2}, {1, 2}});
  Cable& one = cable_between(graph, "sw1-1", "sw2-0");
  Cable& other = cable_between(graph, "sw1-2", "sw2-1");
  std::swap(one.ends[0], other.ends[0]);  // the upper ends
  EXPECT_THAT(texts(fabric_of(graph, "net.txt")),
              ElementsAre("the uplinks of leaf sw1-1 go to 2 switches with 1 to 3 to each, but "
                          "those of 3 of 5 to 2 switches with 2 to each",
                          "the uplinks of leaf sw1-2 go to 2 switches with 1 to 3 to each, but "
                          "those of 3 of 5 to 2 switches with 2 to each"));
}

// Leaf 4 of 2 groups of 4 lost all its cables: 5 hosts in one sentence.
TEST(UnevenCabling, OfManyHostsAlikeIsSaidOnce) {
  FabricGraph graph = graph_of({{5, 8}, {1, 4}, {1, 1}, 4});
  std::erase_if(graph.cables, [&](const Cable& cable) {
    return std::ranges::any_of(cable.ends, [&](const FabricPort& end) {
      return name_of(graph.node(end.node)) == "sw1-4";
    });
  });
  EXPECT_THAT(texts(fabric_of(graph, "net.txt")),
              ElementsAre("5 hosts (node[0005-0009]) have 3 connected ports each, but 5 of 10 "
                          "hosts named like them have 4",
                          "5 adapters without a cable, such as node0005 mlx5_0"));
}

TEST(ShortHostList, JoinsNumbersInARow) {
  EXPECT_EQ(short_host_list({"n10", "n9", "n8", "x", "a01", "a03"}), "a01, a03, n[8-10], x");
  EXPECT_EQ(short_host_list({"a1", "a3", "a5", "a7", "a9", "a10"}), "a1, a3, a5, a7 and 2 more");
  EXPECT_EQ(short_host_list({"ip-10-0-0-1", "ip-10-0-0-2"}), "ip-10-0-0-[1-2]");
}

TEST(UnevenCabling, AHostAtASpineDoesNotMakeItALeaf) {
  FabricGraph graph = graph_of({{8, 8}, {1, 2}, {1, 4}});
  FabricNode manager;
  manager.description = "ufm1 mlx5_0";
  graph.nodes.push_back(manager);
  const auto spine =
      std::ranges::find(graph.nodes, "MF0;sw2-0:MQM9700/U1", &FabricNode::description) -
      graph.nodes.begin();
  const auto id = static_cast<FabricNodeId>(graph.nodes.size() - 1);
  graph.cables.push_back(
      {{{{static_cast<FabricNodeId>(spine), 40}, {id, 1}}}, {4, LaneSpeed::Ndr}});
  const FoundFabric found = fabric_of(graph, "net.txt");
  EXPECT_TRUE(found.tree.is_fat_tree) << found.tree.why_not;
  EXPECT_EQ(found.tree.levels[0].switches.size(), 8U);
  EXPECT_THAT(texts(found),
              ElementsAre("switch sw2-0 of level 2 has adapters below it, like a leaf"));
}

}  // namespace uneven_cabling_test
}  // namespace treering::hw::fabric::analysis
