#include "core/topology/cluster.h"

#include <gtest/gtest.h>

namespace treering::core {
namespace cluster_test {

Cluster of_gpus(int gpus, int nodes) {
  TopologyBuilder builder("node");
  for (int i = 0; i < gpus; ++i) {
    builder.add({"GPU " + std::to_string(i), Gpu{i, 90, true}, std::nullopt, {}, {}});
  }
  return {std::move(builder).build().value(), nodes, {}};
}

TEST(Cluster, SizeMustBeSane) {
  EXPECT_TRUE(check_size(of_gpus(8, 16), "x.yaml"));
  // 2^18 ranks = 8 * 2^15 nodes.
  EXPECT_TRUE(check_size(of_gpus(8, 1 << 15), "x.yaml"));
  EXPECT_EQ(check_size(of_gpus(8, 32769), "x.yaml").error().message(),
            "x.yaml: 262152 ranks (32769 nodes with 8 GPUs each), expected at most 262144; take up "
            "to 32768 nodes");
  EXPECT_EQ(check_size(of_gpus(8, 0), "--nodes").error().message(),
            "--nodes: 0 nodes, expected 1..262144");
}

TEST(Cluster, NodesWithoutGpusHaveNoRanks) {
  EXPECT_TRUE(check_size(of_gpus(0, kMaxRanks), "x.yaml"));
}

TEST(Cluster, AFabricIsOfOneSentence) {
  EXPECT_EQ(fabric_text({}), "");
  Fabric fabric{FabricKind::FatTree, LinkKind::InfiniBand, 2, 16, Duration::from_us(0.3), {}, {}};
  EXPECT_EQ(fabric_text(fabric),
            "fat tree of InfiniBand, 2 : 1 oversubscribed, 16 nodes per leaf switch, 0.30 us per "
            "hop");
  fabric = {FabricKind::Dragonfly, LinkKind::Ethernet, 1, 4, {}, {}, {}};
  EXPECT_EQ(fabric_text(fabric), "dragonfly of Ethernet, 4 nodes per group");
}

// 16 nodes, 4 under each leaf.
TEST(Cluster, AnOrderIsInWordsWhereThereAreUplinks) {
  Cluster cluster = of_gpus(8, 16);
  cluster.fabric = {FabricKind::FatTree, LinkKind::InfiniBand, 2, 4, {}, {}, {}};
  EXPECT_EQ(order_text(cluster), "nodes sorted by leaf switch");
  cluster.fabric.order.kind = NodeOrder::Kind::Scattered;
  EXPECT_EQ(order_text(cluster), "each next node under another of 4 leaf switches");
  cluster.fabric.order.kind = NodeOrder::Kind::Unknown;
  EXPECT_EQ(order_text(cluster), "nodes under 4 leaf switches in unknown order");
  cluster.node_count = 4;
  EXPECT_EQ(order_text(cluster), "");
}

}  // namespace cluster_test
}  // namespace treering::core
