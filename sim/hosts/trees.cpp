#include "sim/hosts/trees.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace treering::sim::hosts {
namespace {

int& parent_in(Tree& tree, int rank) {
  return tree[static_cast<std::size_t>(rank)];
}

Tree tree_of(int ranks, int (*parent)(int rank)) {
  Tree tree(static_cast<std::size_t>(ranks), -1);
  for (int rank = 1; rank < ranks; ++rank) parent_in(tree, rank) = parent(rank);
  return tree;
}

/// Ranks `first` to `first + count - 1`, whose last is the root.
void add_in_order(Tree& tree, int first, int count) {
  if (count < 2) return;
  const int root = first + count - 1;
  parent_in(tree, root - 1) = root;
  if (count == 2) return;
  const int below = count / 2;
  parent_in(tree, first + below - 1) = root;
  add_in_order(tree, first, below);
  add_in_order(tree, first + below, count - below - 1);
}

}  // namespace

Tree chains(int ranks, int count) {
  Tree tree(static_cast<std::size_t>(ranks), -1);
  const int used = std::min(count, ranks - 1);
  int rank = 1;
  for (int chain = 0; chain < used; ++chain) {
    // The first take what does not divide.
    const int length = (ranks - 1) / used + (chain < (ranks - 1) % used ? 1 : 0);
    for (int place = 0; place < length; ++place, ++rank) {
      parent_in(tree, rank) = place == 0 ? 0 : rank - 1;
    }
  }
  return tree;
}

Tree binary_tree(int ranks) {
  return tree_of(ranks, [](int rank) {
    // The level above has the ranks from half - 1 to 2 half - 2; each of them has the child `half`
    // further on, and then the one twice as far.
    const auto half = static_cast<int>(std::bit_floor(static_cast<unsigned>(rank + 1)) / 2);
    return rank - half < 2 * half - 1 ? rank - half : rank - 2 * half;
  });
}

Tree binomial_tree(int ranks) {
  return tree_of(ranks, [](int rank) {
    return rank - static_cast<int>(std::bit_floor(static_cast<unsigned>(rank)));
  });
}

Tree in_order_binomial_tree(int ranks) {
  return knomial_tree(ranks, 2);
}

Tree knomial_tree(int ranks, int radix) {
  Tree tree(static_cast<std::size_t>(ranks), -1);
  for (int rank = 1; rank < ranks; ++rank) {
    int span = radix;
    while (rank % span == 0) span *= radix;
    parent_in(tree, rank) = rank - rank % span;
  }
  return tree;
}

Tree in_order_binary_tree(int ranks) {
  Tree tree(static_cast<std::size_t>(ranks), -1);
  add_in_order(tree, 0, ranks);
  return tree;
}

int depth_in(const Tree& tree, int rank) {
  int depth = 0;
  while ((rank = tree[static_cast<std::size_t>(rank)]) >= 0) ++depth;
  return depth;
}

}  // namespace treering::sim::hosts
