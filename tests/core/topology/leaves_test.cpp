#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/cluster.h"

namespace treering::core {
namespace leaves_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Order = NodeOrder::Kind;

Fabric fabric(NodeOrder order, int nodes_per_leaf = 2) {
  Fabric fabric;
  fabric.kind = FabricKind::FatTree;
  fabric.nodes_per_leaf = nodes_per_leaf;
  fabric.order = std::move(order);
  return fabric;
}

TEST(Leaves, AreThoseOfTheOrder) {
  EXPECT_THAT(leaves_by_node(fabric({}), 5), ElementsAre(0, 0, 1, 1, 2));
  EXPECT_THAT(leaves_by_node(fabric({Order::Scattered, {}}), 5), ElementsAre(0, 1, 2, 0, 1));
  EXPECT_THAT(leaves_by_node(fabric({Order::Unknown, {}}), 5), ElementsAre(0, 1, 2, 0, 1));
  EXPECT_THAT(leaves_by_node(fabric({Order::Listed, {4, 0, 4}}), 3), ElementsAre(4, 0, 4));
}

// Two more fit under each further leaf.
TEST(Leaves, OfNodesBeyondAListAreTheirOwn) {
  EXPECT_THAT(leaves_by_node(fabric({Order::Listed, {4, 0}}), 5), ElementsAre(4, 0, 5, 5, 6));
}

TEST(Leaves, AreNoneWhereAllAreUnderOne) {
  EXPECT_THAT(leaves_by_node(fabric({}, 8), 8), IsEmpty());
  EXPECT_THAT(leaves_by_node(fabric({}, 0), 8), IsEmpty());
  EXPECT_THAT(leaves_by_node(fabric({Order::Listed, {3, 3}}), 2), IsEmpty());
  EXPECT_THAT(leaves_by_node({}, 8), IsEmpty());
}

TEST(Leaves, GoWithTheirNodes) {
  Cluster cluster{Topology(), 4, fabric({Order::Listed, {0, 1, 1, 0}})};
  EXPECT_THAT(of_size(cluster, 3).fabric.order.leaves, ElementsAre(0, 1, 1));
  EXPECT_THAT(part_of(cluster, {3, 1}).fabric.order.leaves, ElementsAre(0, 1));
  cluster.fabric.order = {};
  EXPECT_EQ(part_of(cluster, {0, 2}).fabric.order, (NodeOrder{Order::Listed, {0, 1}}));
}

}  // namespace leaves_test
}  // namespace treering::core
