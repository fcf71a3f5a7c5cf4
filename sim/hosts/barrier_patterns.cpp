// Barriers: Open MPI's (coll_base_barrier.c) and Gloo's (gloo/barrier.cc). Their messages carry
// nothing. Where a proof gives them data, these stand for the arrival of all ranks that they tell
// of.
#include <bit>
#include <vector>

#include "sim/hosts/pattern_groups.h"

namespace treering::sim::hosts {
namespace {

using Size = PatternSize;

/// Writes the messages of a barrier.
struct Barrier {
  const Size& size;
  Messages& out;

  /// That the sender, and all that it has heard of, have arrived.
  void report_arrival(int round, int from, int to) const {
    out.combine_even_empty(round, from, to, whole(size));
  }
  /// That all have.
  void release(int round, int from, int to) const {
    out.copy_even_empty(round, from, to, whole(size));
  }
};

void linear_barrier(const Size& size, Messages& out) {
  const Barrier barrier{size, out};
  for (int rank = 1; rank < size.ranks; ++rank) {
    barrier.report_arrival(0, rank, 0);
    barrier.release(1, 0, rank);
  }
}

/// A message goes around twice.
void double_ring_barrier(const Size& size, Messages& out) {
  const Barrier barrier{size, out};
  for (int rank = 0; rank < size.ranks; ++rank) {
    barrier.report_arrival(rank, rank, around(size, rank + 1));
    barrier.release(size.ranks + rank, rank, around(size, rank + 1));
  }
}

/// The ranks beyond a power of two have a partner among the first, who speaks for them.
void doubling_barrier(const Size& size, Messages& out) {
  const Barrier barrier{size, out};
  const int core = static_cast<int>(std::bit_floor(static_cast<unsigned>(size.ranks)));
  for (int rank = core; rank < size.ranks; ++rank) {
    barrier.report_arrival(0, rank, rank - core);
    barrier.release(core, rank - core, rank);
  }
  for (int step = 1; step < core; step *= 2) {
    for (int rank = 0; rank < core; ++rank) barrier.report_arrival(step, rank, rank ^ step);
  }
}

/// Hensgen, Finkel and Manber, 1988: each rank tells the one that is 1, 2, 4 and so on further on.
void dissemination_barrier(const Size& size, Messages& out) {
  const Barrier barrier{size, out};
  for (int step = 1; step < size.ranks; step *= 2) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      barrier.report_arrival(step, rank, around(size, rank + step));
    }
  }
}

/// Up a binomial tree, and down again.
void tree_barrier(const Size& size, Messages& out) {
  const Barrier barrier{size, out};
  const int depth = static_cast<int>(std::bit_ceil(static_cast<unsigned>(size.ranks)));
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int step = rank & -rank;
    barrier.report_arrival(step, rank, rank - step);
    barrier.release(2 * depth - step, rank - step, rank);
  }
}

}  // namespace

std::vector<Pattern> barrier_patterns() {
  using C = core::Collective;
  return {
      {C::Barrier, {"linear"}, nullptr, linear_barrier},
      {C::Barrier, {"double_ring"}, nullptr, double_ring_barrier},
      {C::Barrier, {"recursive_doubling"}, nullptr, doubling_barrier},
      {C::Barrier, {"bruck"}, nullptr, dissemination_barrier, {"dissemination"}},
      {C::Barrier, {"two_proc"}, is_pair, dissemination_barrier},
      {C::Barrier, {"tree"}, nullptr, tree_barrier},
  };
}

}  // namespace treering::sim::hosts
