#include "hw/formats/cluster/json.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/json.h"
#include "hw/builtin.h"

namespace treering::hw::formats::cluster {
namespace json_test {

using core::FabricKind;

constexpr const char* kNode = R"({"schema": "treering.topology/1", "name": "n"})";

std::string cluster_text(const std::string& fields) {
  return R"({"schema": "treering.cluster/1", )" + fields + R"("node": )" + kNode + "}";
}

std::string message_of(const std::string& text) {
  const auto cluster = cluster_from_json(text, "c.json");
  return cluster ? "no error" : cluster.error().message();
}

TEST(ClusterJson, ReadsEveryField) {
  const auto cluster = cluster_from_json(cluster_text(R"("node_count": 64, "fabric": {
      "kind": "fat_tree", "link": "roce", "oversubscription": 1.5, "nodes_per_leaf": 16,
      "hop_latency_us": 0.4, "origin": {"kind": "measured", "source": "ours"}}, )"),
                                         "c.json");
  ASSERT_TRUE(cluster) << cluster.error().message();
  EXPECT_EQ(cluster->node.name(), "n");
  EXPECT_EQ(cluster->node_count, 64);
  EXPECT_EQ(cluster->fabric, (core::Fabric{FabricKind::FatTree,
                                           core::LinkKind::RoCE,
                                           1.5,
                                           16,
                                           core::Duration::from_us(0.4),
                                           {core::Origin::Kind::Measured, "ours"}}));
}

TEST(ClusterJson, AMachineIsAClusterOfOne) {
  const auto cluster = cluster_from_json(kNode, "n.json");
  ASSERT_TRUE(cluster) << cluster.error().message();
  EXPECT_EQ(cluster->node_count, 1);
  EXPECT_EQ(cluster_to_json(*cluster), core::topology_to_json(cluster->node));
}

TEST(ClusterJson, ReadsWhatItWrites) {
  core::Cluster cluster{load_builtin("dgx-b200").value(), 16, {}};
  EXPECT_EQ(cluster_from_json(cluster_to_json(cluster), "c").value(), cluster);
  cluster.fabric = {FabricKind::FatTree,
                    core::LinkKind::Ethernet,
                    2,
                    8,
                    core::Duration::from_us(0.1),
                    {core::Origin::Kind::File, "a \"plan\""}};
  EXPECT_EQ(cluster_from_json(cluster_to_json(cluster), "c").value(), cluster);
}

TEST(ClusterJson, NamesThePlaceOfWhatIsWrong) {
  EXPECT_EQ(message_of(cluster_text(R"("node_cuont": 2, )")),
            "c.json:1: /node_cuont: an unknown field, expected schema, node, node_count, fabric, "
            "other_nodes; "
            "did you mean 'node_count'");
  EXPECT_EQ(message_of(cluster_text(R"("fabric": {"link": "roce"}, )")),
            "c.json:1: /fabric: no field 'kind', expected one");
  EXPECT_EQ(message_of(cluster_text(R"("fabric": {"kind": "ring"}, )")),
            "c.json:1: /fabric/kind: 'ring', expected one of single_switch, fat_tree, "
            "rail_optimised, dragonfly");
  EXPECT_EQ(message_of(R"({"schema": "treering.cluster/1"})"),
            "c.json:1: /: no field 'node', expected one");
  EXPECT_EQ(message_of(R"({"schema": "treering.cluster/1", "node":
      {"schema": "treering.topology/1", "devices": [{"name": "G"}]}})"),
            "c.json:2: /node/devices/0: no field 'kind', expected one");
}

TEST(ClusterJson, RefusesAbsurdFigures) {
  EXPECT_EQ(message_of(cluster_text(R"("node_count": 1000000, )")),
            "c.json:1: /node_count: 1000000 nodes, expected 1..262144");
  EXPECT_EQ(message_of(cluster_text(R"("fabric": {"kind": "fat_tree", "oversubscription": -1}, )")),
            "c.json:1: /fabric/oversubscription: -1, expected 1..64");
  EXPECT_EQ(message_of(cluster_text(R"("fabric": {"kind": "fat_tree", "nodes_per_leaf": -1}, )")),
            "c.json:1: /fabric/nodes_per_leaf: -1, expected 0..262144");
  EXPECT_EQ(message_of(cluster_text(R"("fabric": {"kind": "fat_tree", "hop_latency_us": -1}, )")),
            "c.json:1: /fabric/hop_latency_us: -1, expected 0..1000000");
  EXPECT_EQ(
      message_of(cluster_text(R"("fabric": {"kind": "single_switch", "nodes_per_leaf": 4}, )")),
      "c.json:1: /fabric: a single switch with leaves, expected neither oversubscription nor "
      "nodes_per_leaf; take kind fat_tree, rail_optimised or dragonfly");
}

TEST(ClusterJson, TheOrderOfNodesIsThatOfAllNodes) {
  core::Cluster cluster{load_builtin("dgx-b200").value(), 6, {}};
  cluster.fabric.kind = FabricKind::RailOptimised;
  cluster.fabric.nodes_per_leaf = 3;
  cluster.fabric.order = {core::NodeOrder::Kind::Listed, {0, 1, 1, 1, 0, 2}};
  const std::string text = cluster_to_json(cluster);
  EXPECT_THAT(text, ::testing::HasSubstr(R"("order":"0, 1*3, 0, 2")"));
  EXPECT_EQ(cluster_from_json(text, "c").value(), cluster);
  EXPECT_EQ(message_of(cluster_text(R"("node_count": 5, "fabric": {"kind": "fat_tree",
      "nodes_per_leaf": 2, "order": "0*2, 1*2"}, )")),
            "c.json:2: /fabric/order: the leaves of 4 nodes, expected those of 5, one for each "
            "node");
}

}  // namespace json_test
}  // namespace treering::hw::formats::cluster
