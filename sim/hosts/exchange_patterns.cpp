#include <algorithm>
#include <bit>
#include <vector>

#include "sim/hosts/pattern_groups.h"

namespace treering::sim::hosts {
namespace {

using Size = PatternSize;

bool is_even(const Size& size) {
  return size.ranks % 2 == 0;
}

// --- all-gather

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
// Open MPI 5's (coll_base_allgather.c), by Loch and Koslovski 2021: a rank passes what it has over
// ever shorter distances. After a distance it has every block that lies a multiple of it before its
// own; each block is a message.
void sparbit_gather(const Size& size, Messages& out) {
  const auto ranks = static_cast<unsigned>(size.ranks);
  const auto had_after = [&](unsigned distance) { return (ranks + distance - 1) / distance; };
  int round = 0;
  for (unsigned distance = std::bit_ceil(ranks) / 2; distance > 0; distance /= 2, ++round) {
    for (unsigned block = had_after(2 * distance); block < had_after(distance); ++block) {
      for (unsigned rank = 0; rank < ranks; ++rank) {
        out.add(round, static_cast<int>(rank), static_cast<int>((rank + distance) % ranks),
                size.block);
      }
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

// --- all-to-all

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

void to_next(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    out.add(0, rank, (rank + 1) % size.ranks, size.elements);
  }
}

}  // namespace

std::vector<Pattern> exchange_patterns() {
  using C = core::Collective;
  return {
      {C::AllGather, {"ring"}, nullptr, ring_gather, {"ring"}},
      {C::AllGather, {"bruck"}, nullptr, bruck_gather},
      {C::AllGather, {"recursive_doubling"}, is_power_of_two, doubling_gather},
      {C::AllGather, {"neighbor"}, is_even, neighbor_gather},
      {C::AllGather, {"sparbit"}, nullptr, sparbit_gather},
      {C::AllGather, {"two_proc"}, is_pair, ring_gather},
      {C::AllToAll, {"linear", "linear_sync"}, nullptr, all_to_all, {"linear"}},
      {C::AllToAll, {"pairwise"}, nullptr, pairwise_to_all},
      {C::AllToAll, {"modified_bruck"}, nullptr, bruck_to_all},
      {C::AllToAll, {"two_proc"}, is_pair, pairwise_to_all},
      {C::SendRecv, {"sendrecv"}, nullptr, to_next, {"sendrecv"}},
  };
}

}  // namespace treering::sim::hosts
