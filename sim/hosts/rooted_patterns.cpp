#include <algorithm>
#include <vector>

#include "sim/hosts/pattern_groups.h"
#include "sim/hosts/scattered_broadcast.h"
#include "sim/hosts/trees.h"

namespace treering::sim::hosts {
namespace {

using Size = PatternSize;

// coll_tuned_init_chain_fanout and coll_tuned_bcast_algorithm_knomial_radix, by default.
constexpr int kChains = 4;
constexpr int kRadix = 4;

/// Rounds of trees: a rank is after its parent on the way down, and before it on the way up.
int down(int rank) {
  return rank;
}
int up(const Size& size, int rank) {
  return size.ranks - rank;
}

// --- the whole of it

void linear_from_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.add(0, 0, rank, size.elements);
}
void linear_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.add(0, rank, 0, size.elements);
}

/// To all children at once.
void from_root(const Tree& tree, const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.add(depth_in(tree, rank), parent, rank, size.elements);
  }
}
/// From one child after the other.
void to_root(const Tree& tree, const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.add(up(size, rank), rank, parent, size.elements);
  }
}

void chain_from_root(const Size& size, Messages& out) {
  from_root(chains(size.ranks, 1), size, out);
}
void chains_from_root(const Size& size, Messages& out) {
  from_root(chains(size.ranks, kChains), size, out);
}
void binary_from_root(const Size& size, Messages& out) {
  from_root(binary_tree(size.ranks), size, out);
}
void binomial_from_root(const Size& size, Messages& out) {
  from_root(binomial_tree(size.ranks), size, out);
}
void knomial_from_root(const Size& size, Messages& out) {
  from_root(knomial_tree(size.ranks, kRadix), size, out);
}

void chain_to_root(const Size& size, Messages& out) {
  to_root(chains(size.ranks, 1), size, out);
}
void chains_to_root(const Size& size, Messages& out) {
  to_root(chains(size.ranks, kChains), size, out);
}
void binary_to_root(const Size& size, Messages& out) {
  to_root(binary_tree(size.ranks), size, out);
}
void binomial_to_root(const Size& size, Messages& out) {
  to_root(in_order_binomial_tree(size.ranks), size, out);
}

/// The root of that tree is the last rank, which gives the sums to rank 0.
void in_order_binary_to_root(const Size& size, Messages& out) {
  const Tree tree = in_order_binary_tree(size.ranks);
  const int last = size.ranks - 1;
  for (int rank = 0; rank < last; ++rank) {
    out.add(rank, rank, tree[static_cast<std::size_t>(rank)], size.elements);
  }
  out.add(last, last, 0, size.elements);
}

bool has_two_elements(const Size& size) {
  return size.elements >= 2;
}

/// One half goes down the tree's left, the other its right; then neighbours exchange them.
void split_binary_from_root(const Size& size, Messages& out) {
  const Tree tree = binary_tree(size.ranks);
  const std::size_t right = size.elements / 2;
  const auto half = [&](int rank) { return rank % 2 == 1 ? size.elements - right : right; };
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.add(depth_in(tree, rank), parent, rank, half(rank));
  }
  for (int rank = 1; rank < size.ranks; rank += 2) {
    const bool is_alone = rank + 1 == size.ranks;
    if (is_alone) {
      out.add(size.ranks, 0, rank, right);
    } else {
      out.add(size.ranks, rank, rank + 1, half(rank));
      out.add(size.ranks, rank + 1, rank, half(rank + 1));
    }
  }
}

// --- blocks

void blocks_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.add(0, rank, 0, size.block);
}
void blocks_from_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.add(0, 0, rank, size.block);
}

/// The root asks one after the other. A rank's block is a first segment; what is left is nothing,
/// which is sent too.
void asked_blocks_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    out.add_even_empty(2 * rank, 0, rank, 0);
    out.add(2 * rank + 1, rank, 0, size.block);
    out.add_even_empty(2 * size.ranks, rank, 0, 0);
  }
}

std::size_t subtree(const Size& size, int rank) {
  const int last = std::min(rank + (rank & -rank), size.ranks);
  return static_cast<std::size_t>(last - rank) * size.block;
}
void binomial_blocks_to_root(const Size& size, Messages& out) {
  const Tree tree = in_order_binomial_tree(size.ranks);
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.add(up(size, rank), rank, parent, subtree(size, rank));
  }
}
void binomial_blocks_from_root(const Size& size, Messages& out) {
  const Tree tree = in_order_binomial_tree(size.ranks);
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.add(down(rank), parent, rank, subtree(size, rank));
  }
}

}  // namespace

std::vector<Pattern> rooted_patterns() {
  using C = core::Collective;
  return {
      {C::Broadcast, {"basic_linear"}, nullptr, linear_from_root},
      {C::Broadcast, {"chain"}, nullptr, chains_from_root},
      {C::Broadcast, {"pipeline"}, nullptr, chain_from_root},
      {C::Broadcast, {"split_binary_tree"}, has_two_elements, split_binary_from_root},
      {C::Broadcast, {"binary_tree"}, nullptr, binary_from_root},
      {C::Broadcast, {"binomial"}, nullptr, binomial_from_root, {"binomial"}},
      {C::Broadcast, {"knomial"}, nullptr, knomial_from_root},
      {C::Broadcast, {"scatter_allgather"}, has_an_element_each, scatter_and_doubling},
      {C::Broadcast, {"scatter_allgather_ring"}, has_an_element_each, scatter_and_ring},
      {C::Reduce, {"linear"}, nullptr, linear_to_root},
      {C::Reduce, {"chain"}, nullptr, chains_to_root},
      {C::Reduce, {"pipeline"}, nullptr, chain_to_root},
      {C::Reduce, {"binary"}, nullptr, binary_to_root},
      {C::Reduce, {"binomial"}, nullptr, binomial_to_root},
      {C::Reduce, {"in-order_binary"}, nullptr, in_order_binary_to_root},
      {C::Gather, {"basic_linear"}, nullptr, blocks_to_root, {"linear"}},
      {C::Gather, {"binomial"}, nullptr, binomial_blocks_to_root},
      {C::Gather, {"linear_sync"}, nullptr, asked_blocks_to_root},
      {C::Scatter, {"basic_linear", "linear_nb"}, nullptr, blocks_from_root, {"linear"}},
      {C::Scatter, {"binomial"}, nullptr, binomial_blocks_from_root},
  };
}

}  // namespace treering::sim::hosts
