// NCCL's binary trees over nodes: one where odd nodes are leaves, and a second in which they are
// not, so that together every node sends and receives about as much (P. Sanders, J. Speck,
// J. L. Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan", 2009).
//
// In the first tree node 0 is the root, and the lowest set bit of any other node's number is its
// height: with 8 nodes 0-4, 4-2, 4-6, 2-1, 2-3, 6-5, 6-7. The second tree is the first one mirrored
// when the number of nodes is even, and turned by one node when it is odd.
#pragma once

#include <array>

namespace treering::sim::nccl::communicator {

/// The place of a node in a tree; -1 = none.
struct TreePlace {
  int parent = -1;
  std::array<int, 2> children{-1, -1};
  /// Which of its parent's two children the node is. Unused in the root.
  int slot = 0;
  bool operator==(const TreePlace&) const = default;
};

/// \pre 0 <= node < nodes
TreePlace binary_tree(int nodes, int node);

/// \pre 0 <= node < nodes
std::array<TreePlace, 2> double_binary_tree(int nodes, int node);

}  // namespace treering::sim::nccl::communicator
