#include <gtest/gtest.h>

#include "sim/cost/terms/wires.h"

namespace treering::sim::cost::terms {
namespace spine_test {

core::Fabric fat_tree(int nodes_per_leaf, double oversubscription) {
  core::Fabric fabric;
  fabric.kind = core::FabricKind::FatTree;
  fabric.nodes_per_leaf = nodes_per_leaf;
  fabric.oversubscription = oversubscription;
  fabric.hop_latency = core::Duration::from_us(0.25);
  return fabric;
}

TEST(Spine, NoneUnderOneLeaf) {
  EXPECT_EQ(spine_of({}, 64, 100), Spine{});
  EXPECT_EQ(spine_of(fat_tree(8, 2), 8, 100), Spine{});
  EXPECT_EQ(spine_of(fat_tree(0, 2), 8, 100), Spine{});
}

TEST(Spine, UplinksAreTheNodesPortsByTheOversubscription) {
  const Spine spine = spine_of(fat_tree(4, 2), 10, 100);
  EXPECT_EQ(spine.leaves, 3);
  EXPECT_EQ(spine.nodes_per_leaf, 4);
  EXPECT_DOUBLE_EQ(spine.per_leaf, 200);
  EXPECT_DOUBLE_EQ(spine.crossing_us, 0.5);
}

TEST(Spine, AllRailsOfALeafAreLikeALeaf) {
  core::Fabric rails = fat_tree(4, 2);
  rails.kind = core::FabricKind::RailOptimised;
  EXPECT_EQ(spine_of(rails, 8, 100), spine_of(fat_tree(4, 2), 8, 100));
}

// Alone, a node sends as docs/model.md derives: S of 2 nodes, 1.5 S of 3, 2 S of more.
TEST(Spine, OneNodeSendsWhatItsEdgesCarry) {
  EXPECT_DOUBLE_EQ(double_tree_out_of(2, 1), 1);
  EXPECT_DOUBLE_EQ(double_tree_out_of(3, 1), 1.5);
  for (const int nodes : {4, 5, 8, 17, 64}) EXPECT_DOUBLE_EQ(double_tree_out_of(nodes, 1), 2);
}

// 8 nodes, 4 a leaf: 0-4 and 4-2 lead from one to the other, and their images 7-3 and 3-5.
TEST(Spine, TreesLeaveALeafOverFewEdges) {
  EXPECT_DOUBLE_EQ(double_tree_out_of(8, 4), 2);
  EXPECT_LE(double_tree_out_of(1000, 20), 8);
}

}  // namespace spine_test
}  // namespace treering::sim::cost::terms
