#include "sim/hosts/patterns.h"

#include <algorithm>
#include <bit>

namespace treering::sim::hosts {
namespace {

using core::Collective;
using Size = PatternSize;

bool is_power_of_two(const Size& size) {
  return std::has_single_bit(static_cast<unsigned>(size.ranks));
}
bool is_even(const Size& size) {
  return size.ranks % 2 == 0;
}
bool is_pair(const Size& size) {
  return size.ranks == 2;
}
/// Rings need an element for each rank.
bool has_a_block_each(const Size& size) {
  return size.elements >= static_cast<std::size_t>(size.ranks);
}

int least_bit(int rank) {
  return rank & -rank;
}

/// Rounds of trees: a rank is after its parent on the way down, and before it on the way up.
int down(int rank) {
  return rank;
}
int up(const Size& size, int rank) {
  return size.ranks - rank;
}

/// Elements of a part where the first parts take what does not divide.
std::size_t part(const Size& size, int index) {
  const auto ranks = static_cast<std::size_t>(size.ranks);
  const auto place = static_cast<std::size_t>((index % size.ranks + size.ranks) % size.ranks);
  return size.elements / ranks + (place < size.elements % ranks ? 1 : 0);
}

// --- one to all, all to one

void linear_from_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.add(0, 0, rank, size.elements);
}
void linear_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.add(0, rank, 0, size.elements);
}
void binomial_from_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    const auto highest = static_cast<int>(std::bit_floor(static_cast<unsigned>(rank)));
    // To all children at once.
    const int depth = std::popcount(static_cast<unsigned>(rank));
    out.add(depth, rank - highest, rank, size.elements);
  }
}
void binomial_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    out.add(up(size, rank), rank, rank - least_bit(rank), size.elements);
  }
}
void chain_from_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    out.add(down(rank), rank - 1, rank, size.elements);
  }
}
void chain_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    out.add(up(size, rank), rank, rank - 1, size.elements);
  }
}

// --- blocks

void blocks_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.add(0, rank, 0, size.block);
}
void blocks_from_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) out.add(0, 0, rank, size.block);
}
std::size_t subtree(const Size& size, int rank) {
  const int last = std::min(rank + least_bit(rank), size.ranks);
  return static_cast<std::size_t>(last - rank) * size.block;
}
void binomial_blocks_to_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    out.add(up(size, rank), rank, rank - least_bit(rank), subtree(size, rank));
  }
}
void binomial_blocks_from_root(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    out.add(down(rank), rank - least_bit(rank), rank, subtree(size, rank));
  }
}
void all_to_all(const Size& size, Messages& out) {
  for (int from = 0; from < size.ranks; ++from) {
    for (int to = 0; to < size.ranks; ++to) {
      if (to != from) out.add(0, from, to, size.block);
    }
  }
}
void pairwise_to_all(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.add(step, rank, (rank + step) % size.ranks, size.block);
    }
  }
}
void bruck_to_all(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; step *= 2) {
    std::size_t blocks = 0;
    for (int place = 0; place < size.ranks; ++place) blocks += (place & step) != 0 ? 1 : 0;
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.add(step, rank, (rank + step) % size.ranks, blocks * size.block);
    }
  }
}
void ring_gather(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    for (int step = 1; step < size.ranks; ++step) {
      out.add(step, rank, (rank + 1) % size.ranks, size.block);
    }
  }
}
void bruck_gather(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; step *= 2) {
    const auto blocks = static_cast<std::size_t>(std::min(step, size.ranks - step));
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.add(step, rank, (rank - step + size.ranks) % size.ranks, blocks * size.block);
    }
  }
}
void doubling_gather(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; step *= 2) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.add(step, rank, rank ^ step, static_cast<std::size_t>(step) * size.block);
    }
  }
}
void neighbor_gather(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    const int way = rank % 2 == 0 ? 1 : -1;
    for (int step = 0; step < size.ranks / 2; ++step) {
      const int direction = step % 2 == 0 ? way : -way;
      out.add(step, rank, (rank + direction + size.ranks) % size.ranks,
              (step == 0 ? 1U : 2U) * size.block);
    }
  }
}
void to_next(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    out.add(0, rank, (rank + 1) % size.ranks, size.elements);
  }
}
void halving_scatter(const Size& size, Messages& out) {
  for (int step = size.ranks / 2; step > 0; step /= 2) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.add(size.ranks - step, rank, rank ^ step, static_cast<std::size_t>(step) * size.block);
    }
  }
}

// --- all-reduce

void linear_all_reduce(const Size& size, Messages& out) {
  linear_to_root(size, out);
  for (int rank = 1; rank < size.ranks; ++rank) out.add(1, 0, rank, size.elements);
}
void ring_all_reduce(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    for (int step = 0; step + 1 < size.ranks; ++step) {
      const int next = (rank + 1) % size.ranks;
      out.add(step, rank, next, part(size, rank - step));
      out.add(size.ranks + step, rank, next, part(size, rank + 1 - step));
    }
  }
}

/// Ranks beyond a power of two give their part to a neighbour first, and get the result from it.
struct Folding {
  int core = 1;   // ranks that take part
  int extra = 0;  // that do not

  explicit Folding(int ranks)
      : core(static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)))), extra(ranks - core) {}
  [[nodiscard]] int rank_of(int member) const {
    return member < extra ? 2 * member + 1 : member + extra;
  }
};

void fold(const Folding& folding, const Size& size, Messages& out) {
  for (int i = 0; i < folding.extra; ++i) {
    out.add(0, 2 * i, 2 * i + 1, size.elements);
    out.add(size.ranks, 2 * i + 1, 2 * i, size.elements);
  }
}
void doubling_all_reduce(const Size& size, Messages& out) {
  const Folding folding(size.ranks);
  fold(folding, size, out);
  for (int step = 1; step < folding.core; step *= 2) {
    for (int member = 0; member < folding.core; ++member) {
      out.add(step, folding.rank_of(member), folding.rank_of(member ^ step), size.elements);
    }
  }
}
void halving_doubling_all_reduce(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    std::size_t window = size.elements;
    for (int step = 1; step < size.ranks; step *= 2) {
      const std::size_t low = window / 2;
      const bool is_low = (rank & step) == 0;
      const std::size_t kept = is_low ? low : window - low;
      out.add(step, rank, rank ^ step, window - kept);
      out.add(2 * size.ranks - step, rank, rank ^ step, kept);
      window = kept;
    }
  }
}

}  // namespace

std::span<const Pattern> message_patterns() {
  using C = Collective;
  static const std::vector<Pattern> kAll{
      {C::AllReduce, {"basic_linear", "linear"}, nullptr, linear_all_reduce},
      {C::AllReduce, {"ring", "segmented_ring", "ring_chunked"}, has_a_block_each, ring_all_reduce},
      {C::AllReduce, {"recursive_doubling"}, nullptr, doubling_all_reduce},
      {C::AllReduce,
       {"rabenseifner", "halving_doubling"},
       is_power_of_two,
       halving_doubling_all_reduce},
      {C::AllGather, {"ring"}, nullptr, ring_gather},
      {C::AllGather, {"bruck"}, nullptr, bruck_gather},
      {C::AllGather, {"recursive_doubling"}, is_power_of_two, doubling_gather},
      {C::AllGather, {"neighbor"}, is_even, neighbor_gather},
      {C::AllGather, {"two_proc"}, is_pair, ring_gather},
      {C::ReduceScatter, {"recursive_halving", "butterfly"}, is_power_of_two, halving_scatter},
      {C::Broadcast, {"basic_linear", "linear"}, nullptr, linear_from_root},
      {C::Broadcast, {"binomial"}, nullptr, binomial_from_root},
      {C::Broadcast, {"pipeline"}, nullptr, chain_from_root},
      {C::Reduce, {"linear", "in_order_binary"}, is_pair, linear_to_root},
      {C::Reduce, {"linear"}, nullptr, linear_to_root},
      {C::Reduce, {"binomial"}, nullptr, binomial_to_root},
      {C::Reduce, {"pipeline"}, nullptr, chain_to_root},
      {C::Gather, {"basic_linear", "linear"}, nullptr, blocks_to_root},
      {C::Gather, {"binomial"}, nullptr, binomial_blocks_to_root},
      {C::Scatter, {"basic_linear", "linear", "linear_nb"}, nullptr, blocks_from_root},
      {C::Scatter, {"binomial"}, nullptr, binomial_blocks_from_root},
      {C::AllToAll, {"linear"}, nullptr, all_to_all},
      {C::AllToAll, {"pairwise"}, nullptr, pairwise_to_all},
      {C::AllToAll, {"modified_bruck"}, nullptr, bruck_to_all},
      {C::SendRecv, {"sendrecv"}, nullptr, to_next},
  };
  return kAll;
}

}  // namespace treering::sim::hosts
