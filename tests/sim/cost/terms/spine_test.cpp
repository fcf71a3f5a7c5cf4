#include "sim/cost/terms/spine.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim::cost::terms {
namespace spine_test {

using Order = core::NodeOrder::Kind;

core::Fabric fat_tree(int nodes_per_leaf, double oversubscription) {
  core::Fabric fabric;
  fabric.kind = core::FabricKind::FatTree;
  fabric.nodes_per_leaf = nodes_per_leaf;
  fabric.oversubscription = oversubscription;
  fabric.hop_latency = core::Duration::from_us(0.25);
  return fabric;
}

core::Fabric rails(int nodes_per_leaf, double oversubscription) {
  core::Fabric fabric = fat_tree(nodes_per_leaf, oversubscription);
  fabric.kind = core::FabricKind::RailOptimised;
  return fabric;
}

Spine spine_in(Order order, int nodes, int nodes_per_leaf) {
  core::Fabric fabric = fat_tree(nodes_per_leaf, 2);
  fabric.order.kind = order;
  return spine_of(fabric, nodes, 100);
}

/// Each node alone.
std::vector<int> alone(int nodes) {
  std::vector<int> leaves(static_cast<std::size_t>(nodes));
  std::iota(leaves.begin(), leaves.end(), 0);
  return leaves;
}

TEST(Spine, NoneUnderOneLeaf) {
  EXPECT_EQ(spine_of({}, 64, 100), Spine{});
  EXPECT_EQ(spine_of(fat_tree(8, 2), 8, 100), Spine{});
  EXPECT_EQ(spine_of(fat_tree(0, 2), 8, 100), Spine{});
}

TEST(Spine, UplinksAreTheNodesPortsByTheOversubscription) {
  const Spine spine = spine_of(fat_tree(4, 2), 10, 100);
  EXPECT_EQ(spine.leaves, 3);
  EXPECT_EQ(spine.rails, 1);
  EXPECT_DOUBLE_EQ(spine.per_leaf, 200);
  EXPECT_DOUBLE_EQ(spine.crossing_us, 0.5);
}

TEST(Spine, AGroupOfADragonflyIsLikeALeaf) {
  core::Fabric groups = fat_tree(4, 2);
  groups.kind = core::FabricKind::Dragonfly;
  EXPECT_EQ(spine_of(groups, 10, 100), spine_of(fat_tree(4, 2), 10, 100));
}

// A group of rails has the ports and uplinks of a leaf; the switches of one group are apart, too.
TEST(Spine, RailsAreLeavesOfTheirOwn) {
  const Spine two = spine_of(rails(4, 2), 8, 100, 8);
  EXPECT_EQ(two.leaves, 2);
  EXPECT_EQ(two.rails, 8);
  EXPECT_DOUBLE_EQ(two.per_leaf, 200);
  const Spine one = spine_of(rails(8, 2), 8, 100, 8);
  EXPECT_TRUE(one.has_effect());
  EXPECT_EQ(one.leaves, 1);
  EXPECT_EQ(one.ring.out, 0);
  EXPECT_EQ(one.reduced.out, 0);  // each rail's switch reduces by itself
  // Without a number of nodes all are of one group.
  EXPECT_EQ(spine_of(rails(0, 2), 8, 100, 8), one);
}

// Of data on one rail of four, that rail has all, four times its share. Of data that changes rails,
// the part inside a leaf crosses uplinks as well.
TEST(Spine, TheBusiestRailCounts) {
  const LeafTraffic ring{1, 3, 8, 2};
  EXPECT_DOUBLE_EQ(out_of_leaf(ring, {}), 1);
  EXPECT_DOUBLE_EQ(out_of_leaf(ring, {4, 0}), 4);
  EXPECT_DOUBLE_EQ(out_of_leaf(ring, {1, 1}), 4);
  EXPECT_DOUBLE_EQ(crossings_of(ring, {}), 2);
  EXPECT_DOUBLE_EQ(crossings_of(ring, {1, 1}), 8);
}

// Alone, a node sends as docs/model.md derives: S of 2 nodes, 1.5 S of 3, 2 S of more.
TEST(Spine, OneNodeSendsWhatItsTreeEdgesCarry) {
  EXPECT_DOUBLE_EQ(double_tree_traffic(alone(2)).out, 1);
  EXPECT_DOUBLE_EQ(double_tree_traffic(alone(3)).out, 1.5);
  for (const int nodes : {4, 5, 8, 17, 64}) {
    EXPECT_DOUBLE_EQ(double_tree_traffic(alone(nodes)).out, 2);
  }
}

// 8 nodes, 4 a leaf: 0-4 and 4-2 lead from one to the other, and their images 7-3 and 3-5. On its
// way to the root 1 crosses twice: 1-2, 2-4, 4-0. 2 x 2 up and down.
TEST(Spine, TreesLeaveALeafOverFewEdges) {
  const LeafTraffic tree = double_tree_traffic({0, 0, 0, 0, 1, 1, 1, 1});
  EXPECT_DOUBLE_EQ(tree.out, 2);
  EXPECT_DOUBLE_EQ(tree.hops, 6);
  EXPECT_DOUBLE_EQ(tree.crossings, 4);
  EXPECT_LE(spine_in(Order::Sorted, 1000, 20).double_tree.out, 8);
}

// 0 -> 1 stays, 1 -> 2 and 2 -> 3 lead out and back, 3 -> 0 stays.
TEST(Spine, ARingIsCountedByTheLeavesOfItsNodes) {
  EXPECT_EQ(ring_traffic({0, 0, 1, 0}), (LeafTraffic{1, 2, 4, 2}));
}

// 64 nodes under 4 leaves, each next one under another: every edge of the ring leads out. Distances
// of 4 and more nodes lead back to the same leaf: 16 x (1/2 + 1/4).
TEST(Spine, ScatteredNodesLeaveTheirLeafAtEveryStep) {
  const Spine spine = spine_in(Order::Scattered, 64, 16);
  EXPECT_DOUBLE_EQ(spine.ring.out, 16);
  EXPECT_DOUBLE_EQ(spine.ring.crossings, 64);
  EXPECT_DOUBLE_EQ(spine.pat.out, 12);
  EXPECT_EQ(spine.pairs, spine_in(Order::Sorted, 64, 16).pairs);
  EXPECT_EQ(spine, spine_in(Order::Unknown, 64, 16));
}

// Leaves of m of N nodes, sorted: a ring leaves each once; over a distance d min(d, m) nodes send
// out; m (N - m) of N^2 pairs lead out.
RC_GTEST_PROP(SpineProperty, SortedNodesTakeTheClosedForms, ()) {
  const int size = 1 << *rc::gen::inRange(0, 6);
  const int leaves = 1 << *rc::gen::inRange(1, 5);
  const double nodes = size * leaves;
  const Spine spine = spine_in(Order::Sorted, size * leaves, size);
  RC_ASSERT(spine.ring.out == 1);
  RC_ASSERT(spine.ring.crossings == leaves);
  double pat = 0;
  for (int distance = 1; distance < nodes; distance *= 2) {
    pat += std::min(distance, size) * 0.5 / distance;
  }
  RC_ASSERT(std::abs(spine.pat.out - pat) < 1e-9 * pat);
  RC_ASSERT(spine.pairs.out == size * (nodes - size) / nodes);
  RC_ASSERT(spine.root.out == (nodes - size) / nodes);
  RC_ASSERT(spine.reduced.out == 1);
}

RC_GTEST_PROP(SpineProperty, AListOfTheSameLeavesIsTheSameOrder, ()) {
  const int size = *rc::gen::inRange(1, 17);
  const int nodes = *rc::gen::inRange(2, 65);
  core::Fabric fabric = fat_tree(size, 2);
  fabric.order.kind = *rc::gen::element(Order::Sorted, Order::Scattered);
  const Spine spine = spine_of(fabric, nodes, 100);
  RC_PRE(spine.has_effect());
  fabric.order = {Order::Listed, core::leaves_by_node(fabric, nodes)};
  RC_ASSERT(spine_of(fabric, nodes, 100) == spine);
}

// The names of leaves say nothing.
RC_GTEST_PROP(SpineProperty, LeavesMayHaveOtherNumbers, ()) {
  const int count = *rc::gen::inRange(2, 6);
  const auto nodes = static_cast<std::size_t>(*rc::gen::inRange(2, 40));
  const auto leaves = *rc::gen::container<std::vector<int>>(nodes, rc::gen::inRange(0, count));
  std::vector<int> others = leaves;
  for (int& leaf : others) leaf = 2 * (count - leaf);
  RC_ASSERT(ring_traffic(others) == ring_traffic(leaves));
  RC_ASSERT(double_tree_traffic(others) == double_tree_traffic(leaves));
  RC_ASSERT(pat_traffic(others) == pat_traffic(leaves));
  RC_ASSERT(pair_traffic(others) == pair_traffic(leaves));
  RC_ASSERT(root_traffic(others) == root_traffic(leaves));
}

}  // namespace spine_test
}  // namespace treering::sim::cost::terms
