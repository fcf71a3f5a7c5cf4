#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "sim/hosts/handing_on.h"
#include "sim/hosts/pattern_groups.h"
#include "sim/hosts/patterns.h"

namespace treering::sim::hosts {
namespace {

/// The parent of each rank; of the root -1.
using Tree = std::vector<int>;

// Trees over the ranks of a communicator, with rank 0 as their root but for the last: those of Open
// MPI (ompi/mca/coll/base/coll_base_topo.c).

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

/// Children of the root have one child each, and so on.
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

/// Level by level, each filled from the left.
Tree binary_tree(int ranks) {
  return tree_of(ranks, [](int rank) {
    // The level above has the ranks from half - 1 to 2 half - 2; each of them has the child `half`
    // further on, and then the one twice as far.
    const auto half = static_cast<int>(std::bit_floor(static_cast<unsigned>(rank + 1)) / 2);
    return rank - half < 2 * half - 1 ? rank - half : rank - 2 * half;
  });
}

/// A rank's parent lacks its highest bit: that of broadcasts.
Tree binomial_tree(int ranks) {
  return tree_of(ranks, [](int rank) {
    return rank - static_cast<int>(std::bit_floor(static_cast<unsigned>(rank)));
  });
}

/// A rank's parent lacks its lowest digit of this radix.
Tree knomial_tree(int ranks, int radix) {
  Tree tree(static_cast<std::size_t>(ranks), -1);
  for (int rank = 1; rank < ranks; ++rank) {
    int span = radix;
    while (rank % span == 0) span *= radix;
    parent_in(tree, rank) = rank - rank % span;
  }
  return tree;
}

/// Likewise the lowest bit: that of reductions, in the order of ranks.
Tree in_order_binomial_tree(int ranks) {
  return knomial_tree(ranks, 2);
}

/// The root is the last rank; left of each rank's children are the ranks below those of the other.
Tree in_order_binary_tree(int ranks) {
  Tree tree(static_cast<std::size_t>(ranks), -1);
  add_in_order(tree, 0, ranks);
  return tree;
}

/// How far a rank is from the root.
int depth_in(const Tree& tree, int rank) {
  int depth = 0;
  while ((rank = tree[static_cast<std::size_t>(rank)]) >= 0) ++depth;
  return depth;
}

// Broadcasts that scatter the data down a binomial tree and then gather all parts everywhere
// (Thakur, Rabenseifner & Gropp 2005; ompi_coll_base_bcast_intra_scatter_allgather and
// _scatter_allgather_ring in Open MPI). Where the elements do not divide, the last ranks have a
// small part or none; what is empty is sent too.

/// The parts of `count` ranks from `first` on.
OneRange parts(const PatternSize& size, int first, int count) {
  const auto ranks = static_cast<std::size_t>(size.ranks);
  const std::size_t length = (size.elements + ranks - 1) / ranks;
  const auto start = [&](int rank) {
    return std::min(static_cast<std::size_t>(rank) * length, size.elements);
  };
  return {{{start(first), start(first + count) - start(first)}}};
}

/// Returns the first round after it.
int scatter(const PatternSize& size, Messages& out) {
  const auto most = static_cast<int>(std::bit_ceil(static_cast<unsigned>(size.ranks)) / 2);
  int round = 0;
  for (int step = most; step > 0; step /= 2, ++round) {
    for (int rank = 0; rank + step < size.ranks; rank += 2 * step) {
      out.copy(round, rank, rank + step, parts(size, rank + step, step));
    }
  }
  return round;
}

/// Gathers by recursive doubling. Ranks whose partner does not exist get its part from a
/// neighbour.
void scatter_and_doubling(const PatternSize& size, Messages& out) {
  int round = scatter(size, out);
  for (int step = 1; step < size.ranks; step *= 2) {
    const auto held_by = [&](int rank) { return parts(size, rank / step * step, step); };
    for (int rank = 0; rank < size.ranks; ++rank) {
      const int peer = rank ^ step;
      if (peer < size.ranks) out.copy_even_empty(round, rank, peer, held_by(rank));
    }
    ++round;
    // The partners' part of those that have none.
    for (const HandedOn& one : handed_on(size.ranks, step)) {
      out.copy_even_empty(round++, one.from, one.to, held_by(one.from ^ step));
    }
  }
}

/// Gathers around a ring.
void scatter_and_ring(const PatternSize& size, Messages& out) {
  const int first = scatter(size, out);
  for (int step = 0; step + 1 < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      const int passed_on = around(size, rank - step);
      out.copy_even_empty(first + step, rank, around(size, rank + 1), parts(size, passed_on, 1));
    }
  }
}

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
  for (int rank = 1; rank < size.ranks; ++rank) out.copy(0, 0, rank, whole(size));
}
void linear_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.combine(0, rank, 0, whole(size));
}

/// To all children at once.
void from_root(const Tree& tree, const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.copy(depth_in(tree, rank), parent, rank, whole(size));
  }
}
/// From one child after the other.
void to_root(const Tree& tree, const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.combine(up(size, rank), rank, parent, whole(size));
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
    out.combine(rank, rank, tree[static_cast<std::size_t>(rank)], whole(size));
  }
  out.copy(last, last, 0, whole(size));
}

bool has_two_elements(const Size& size) {
  return size.elements >= 2;
}

/// One half goes down the tree's left, which has the odd ranks, the other its right; then
/// neighbours exchange them.
void split_binary_from_root(const Size& size, Messages& out) {
  const Tree tree = binary_tree(size.ranks);
  const std::size_t right = size.elements / 2;
  const std::size_t left = size.elements - right;
  const auto half = [&](int rank) -> OneRange {
    return {{rank % 2 == 1 ? ElementRange{0, left} : ElementRange{left, right}}};
  };
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.copy(depth_in(tree, rank), parent, rank, half(rank));
  }
  for (int rank = 1; rank < size.ranks; rank += 2) {
    const bool is_alone = rank + 1 == size.ranks;
    if (is_alone) {
      out.copy(size.ranks, 0, rank, half(0));
    } else {
      out.copy(size.ranks, rank, rank + 1, half(rank));
      out.copy(size.ranks, rank + 1, rank, half(rank + 1));
    }
  }
}

// --- blocks

void blocks_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.copy(0, rank, 0, blocks(size, rank));
}
void blocks_from_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.copy(0, 0, rank, blocks(size, rank));
}

/// The root asks one after the other. A rank's block is a first segment; what is left is nothing,
/// which is sent too.
void asked_blocks_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    out.copy_even_empty(2 * rank, 0, rank, {});
    out.copy(2 * rank + 1, rank, 0, blocks(size, rank));
    out.copy_even_empty(2 * size.ranks, rank, 0, {});
  }
}

OneRange subtree(const Size& size, int rank) {
  return blocks(size, rank, std::min(rank & -rank, size.ranks - rank));
}
void binomial_blocks_to_root(const Size& size, Messages& out) {
  const Tree tree = in_order_binomial_tree(size.ranks);
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.copy(up(size, rank), rank, parent, subtree(size, rank));
  }
}
void binomial_blocks_from_root(const Size& size, Messages& out) {
  const Tree tree = in_order_binomial_tree(size.ranks);
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int parent = tree[static_cast<std::size_t>(rank)];
    out.copy(down(rank), parent, rank, subtree(size, rank));
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
