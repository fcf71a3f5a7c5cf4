#include "sim/nccl/communicator/binary_tree.h"

#include <algorithm>
#include <bit>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim::nccl::communicator {
namespace binary_tree_test {

TEST(BinaryTree, OneNodeIsRootAndLeaf) {
  EXPECT_EQ(binary_tree(1, 0), TreePlace{});
}

TEST(BinaryTree, EightNodesStandAsHighAsTheirLowestBit) {
  // 0 - 4 - (2 - (1, 3), 6 - (5, 7))
  EXPECT_EQ(binary_tree(8, 0), (TreePlace{-1, {-1, 4}, 0}));
  EXPECT_EQ(binary_tree(8, 4), (TreePlace{0, {2, 6}, 1}));
  EXPECT_EQ(binary_tree(8, 6), (TreePlace{4, {5, 7}, 1}));
  EXPECT_EQ(binary_tree(8, 5), (TreePlace{6, {-1, -1}, 0}));
}

TEST(BinaryTree, MissingNodesAreSteppedOver) {
  // With 14 nodes, 14 and above do not exist: 13 is below 12, whose upper child is 13 instead of
  // 14.
  EXPECT_EQ(binary_tree(14, 13).parent, 12);
  EXPECT_EQ(binary_tree(14, 12), (TreePlace{8, {10, 13}, 1}));
}

TEST(DoubleBinaryTree, EvenNumbersAreMirrored) {
  // Node 0 of 4 has the place in the second tree that node 3 has in the first: a leaf under 2,
  // mirrored 1.
  EXPECT_EQ(double_binary_tree(4, 0)[1], (TreePlace{1, {-1, -1}, 1}));
  EXPECT_EQ(double_binary_tree(4, 3)[1].parent, -1);
}

TEST(DoubleBinaryTree, OddNumbersAreTurnedByOne) {
  // Node 1 of 3 takes the root's place, whose only child 2 becomes 0.
  EXPECT_EQ(double_binary_tree(3, 1)[1], (TreePlace{-1, {-1, 0}, 0}));
}

std::vector<TreePlace> whole_tree(int nodes, std::size_t which) {
  std::vector<TreePlace> tree;
  for (int node = 0; node < nodes; ++node) tree.push_back(double_binary_tree(nodes, node)[which]);
  return tree;
}

int depth_of(const std::vector<TreePlace>& tree, int node) {
  int depth = 0;
  while (tree[static_cast<std::size_t>(node)].parent >= 0) {
    node = tree[static_cast<std::size_t>(node)].parent;
    RC_ASSERT(++depth <= std::ssize(tree));
  }
  return depth;
}

RC_GTEST_PROP(DoubleBinaryTree, SpansAllNodesInLogarithmicDepth, ()) {
  const int nodes = *rc::gen::inRange(1, 300);
  for (const std::size_t which : {0U, 1U}) {
    const std::vector<TreePlace> tree = whole_tree(nodes, which);
    RC_ASSERT(std::ranges::count(tree, -1, &TreePlace::parent) == 1);
    for (int node = 0; node < nodes; ++node) {
      // One step from the root, then one for each further level of bits.
      RC_ASSERT(depth_of(tree, node) <=
                static_cast<int>(std::bit_width(static_cast<unsigned>(nodes))));
    }
  }
}

RC_GTEST_PROP(DoubleBinaryTree, ParentsAndChildrenKnowEachOther, ()) {
  const int nodes = *rc::gen::inRange(1, 300);
  for (const std::size_t which : {0U, 1U}) {
    const std::vector<TreePlace> tree = whole_tree(nodes, which);
    int links = 0;
    for (int node = 0; node < nodes; ++node) {
      const TreePlace& place = tree[static_cast<std::size_t>(node)];
      if (place.parent < 0) continue;
      const TreePlace& parent = tree[static_cast<std::size_t>(place.parent)];
      RC_ASSERT(parent.children[static_cast<std::size_t>(place.slot)] == node);
      ++links;
    }
    RC_ASSERT(links == nodes - 1);
  }
}

bool is_inner(const TreePlace& place) {
  return place.parent >= 0 && (place.children[0] >= 0 || place.children[1] >= 0);
}

RC_GTEST_PROP(DoubleBinaryTree, NoNodeOfAnEvenNumberIsInnerTwice, ()) {
  // Node n is inner in the first tree when it is even, and so is nodes - 1 - n in the second.
  const int nodes = 2 * *rc::gen::inRange(1, 150);
  for (int node = 0; node < nodes; ++node) {
    const auto places = double_binary_tree(nodes, node);
    RC_ASSERT(!(is_inner(places[0]) && is_inner(places[1])));
  }
}

}  // namespace binary_tree_test
}  // namespace treering::sim::nccl::communicator
