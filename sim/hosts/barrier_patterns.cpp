// Barriers: Open MPI's (coll_base_barrier.c) and Gloo's (gloo/barrier.cc). Their messages carry
// nothing. Where a proof gives them data, these stand for the arrival of all ranks that they tell
// of.
#include <bit>
#include <vector>

#include "sim/hosts/pattern_groups.h"

namespace treering::sim::hosts {
namespace {

using Size = PatternSize;

/// That the sender, and all that it has heard of, have arrived.
void report_arrival(int round, int from, int to, const Size& size, Messages& out) {
  out.combine_even_empty(round, from, to, whole(size));
}
/// That all have.
void release(int round, int from, int to, const Size& size, Messages& out) {
  out.copy_even_empty(round, from, to, whole(size));
}

void linear_barrier(const Size& size, Messages& out) {
  for (int rank = 1; rank < size.ranks; ++rank) {
    report_arrival(0, rank, 0, size, out);
    release(1, 0, rank, size, out);
  }
}

/// A message goes around twice.
void double_ring_barrier(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    report_arrival(rank, rank, around(size, rank + 1), size, out);
    release(size.ranks + rank, rank, around(size, rank + 1), size, out);
  }
}

/// The ranks beyond a power of two have a partner among the first, who speaks for them.
void doubling_barrier(const Size& size, Messages& out) {
  const int core = static_cast<int>(std::bit_floor(static_cast<unsigned>(size.ranks)));
  for (int rank = core; rank < size.ranks; ++rank) {
    report_arrival(0, rank, rank - core, size, out);
    release(core, rank - core, rank, size, out);
  }
  for (int step = 1; step < core; step *= 2) {
    for (int rank = 0; rank < core; ++rank) report_arrival(step, rank, rank ^ step, size, out);
  }
}

/// Hensgen, Finkel and Manber, 1988: each rank tells the one that is 1, 2, 4 and so on further on.
void dissemination_barrier(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; step *= 2) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      report_arrival(step, rank, around(size, rank + step), size, out);
    }
  }
}

/// Up a binomial tree, and down again.
void tree_barrier(const Size& size, Messages& out) {
  const int depth = static_cast<int>(std::bit_ceil(static_cast<unsigned>(size.ranks)));
  for (int rank = 1; rank < size.ranks; ++rank) {
    const int step = rank & -rank;
    report_arrival(step, rank, rank - step, size, out);
    release(2 * depth - step, rank - step, rank, size, out);
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
