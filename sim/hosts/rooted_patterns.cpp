#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
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

using Count = std::int64_t;

// Broadcasts that scatter the data down a binomial tree and then gather all parts everywhere
// (Thakur, Rabenseifner & Gropp 2005; ompi_coll_base_bcast_intra_scatter_allgather and
// _scatter_allgather_ring in Open MPI). Where the elements do not divide, the last ranks have a
// small part or none; what is empty is sent too.

Count part_size(const PatternSize& size) {
  return (static_cast<Count>(size.elements) + size.ranks - 1) / size.ranks;
}

/// Elements from the part of `rank` on, at most `parts` parts.
Count elements_from(const PatternSize& size, int rank, int parts) {
  const Count left = static_cast<Count>(size.elements) - rank * part_size(size);
  return std::clamp<Count>(left, 0, parts * part_size(size));
}

/// Returns the first round after it.
int scatter(const PatternSize& size, Messages& out) {
  const auto most = static_cast<int>(std::bit_ceil(static_cast<unsigned>(size.ranks)) / 2);
  int round = 0;
  for (int step = most; step > 0; step /= 2, ++round) {
    for (int rank = 0; rank + step < size.ranks; rank += 2 * step) {
      const Count count = elements_from(size, rank + step, step);
      out.add(round, rank, rank + step, static_cast<std::size_t>(count));
    }
  }
  return round;
}

/// Gathers by recursive doubling. Ranks whose partner does not exist get its part from a
/// neighbour.
void scatter_and_doubling(const PatternSize& size, Messages& out) {
  int round = scatter(size, out);
  std::vector<Count> held;
  for (int rank = 0; rank < size.ranks; ++rank) held.push_back(elements_from(size, rank, 1));
  const auto held_by = [&](int rank) -> Count& { return held[static_cast<std::size_t>(rank)]; };
  for (int step = 1; step < size.ranks; step *= 2) {
    const std::vector<Count> before(held.begin(), held.end());
    for (int rank = 0; rank < size.ranks; ++rank) {
      const int peer = rank ^ step;
      if (peer >= size.ranks) continue;
      const Count count = before[static_cast<std::size_t>(rank)];
      out.add_even_empty(round, rank, peer, static_cast<std::size_t>(count));
      held_by(peer) += count;
    }
    ++round;
    // The partners' part of those that have none.
    for (const HandedOn& one : handed_on(size.ranks, step)) {
      const Count count = held_by(one.from) - before[static_cast<std::size_t>(one.from)];
      out.add_even_empty(round++, one.from, one.to, static_cast<std::size_t>(count));
      held_by(one.to) += count;
    }
  }
}

/// Gathers around a ring.
void scatter_and_ring(const PatternSize& size, Messages& out) {
  const int first = scatter(size, out);
  for (int step = 0; step + 1 < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      const int part = (rank - step + size.ranks) % size.ranks;
      const Count count = elements_from(size, part, 1);
      out.add_even_empty(first + step, rank, (rank + 1) % size.ranks,
                         static_cast<std::size_t>(count));
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
