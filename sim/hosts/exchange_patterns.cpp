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
      const int passed_on = around(size, rank + 1 - step);
      out.copy(step, rank, around(size, rank + 1), blocks(size, passed_on));
    }
  }
}
void bruck_gather(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; step *= 2) {
    const int count = std::min(step, size.ranks - step);
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.copy(step, rank, around(size, rank - step), blocks_around(size, rank, count));
    }
  }
}
void doubling_gather(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; step *= 2) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.copy(step, rank, rank ^ step, blocks(size, rank / step * step, step));
    }
  }
}
// Open MPI 5's (coll_base_allgather.c), by Loch and Koslovski 2021: a rank passes what it has over
// ever shorter distances. After a distance it has every block that lies a multiple of it before its
// own; each block is a message.
void sparbit_gather(const Size& size, Messages& out) {
  const auto had_after = [&](int distance) { return (size.ranks + distance - 1) / distance; };
  int round = 0;
  int distance = static_cast<int>(std::bit_ceil(static_cast<unsigned>(size.ranks)) / 2);
  for (; distance > 0; distance /= 2, ++round) {
    const int count = had_after(distance) - had_after(2 * distance);
    for (int i = 0; i < count; ++i) {
      for (int rank = 0; rank < size.ranks; ++rank) {
        const int block = around(size, rank - 2 * distance * i);
        out.copy(round, rank, around(size, rank + distance), blocks(size, block));
      }
    }
  }
}

/// Neighbours are pairs from rank 0 on. The pair whose two blocks a rank receives in a step: those
/// around its own, in turn before it and after it for the first of a pair, and mirrored for the
/// second. In step 0 its own.
int pair_received(const Size& size, int rank, int step) {
  const int away = step % 2 == 0 ? step / 2 : -(step + 1) / 2;
  const int pairs = size.ranks / 2;
  return (rank / 2 + (rank % 2 == 0 ? away : -away) + pairs) % pairs;
}
void neighbor_gather(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    const int way = rank % 2 == 0 ? 1 : -1;
    out.copy(0, rank, rank + way, blocks(size, rank));
    for (int step = 1; step < size.ranks / 2; ++step) {
      const int peer = around(size, rank + (step % 2 == 0 ? way : -way));
      out.copy(step, rank, peer, blocks(size, 2 * pair_received(size, rank, step - 1), 2));
    }
  }
}

// --- all-to-all

/// The block that one rank has for another.
OneRange block_between(const Size& size, int from, int to) {
  return blocks(size, from * size.ranks + to);
}

void all_to_all(const Size& size, Messages& out) {
  for (int from = 0; from < size.ranks; ++from) {
    for (int to = 0; to < size.ranks; ++to) {
      if (to != from) out.copy(0, from, to, block_between(size, from, to));
    }
  }
}
void pairwise_to_all(const Size& size, Messages& out) {
  for (int step = 1; step < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      const int to = around(size, rank + step);
      out.copy(step, rank, to, block_between(size, rank, to));
    }
  }
}
/// A block for the rank that is `away` further on goes the distances of away's bits, the least
/// first.
void bruck_to_all(const Size& size, Messages& out) {
  std::vector<ElementRange> data;
  for (int step = 1; step < size.ranks; step *= 2) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      data.clear();
      for (int away = step; away < size.ranks; ++away) {
        if ((away & step) == 0) continue;
        const int source = around(size, rank - away % step);
        data.push_back(block_between(size, source, around(size, source + away))[0]);
      }
      out.copy(step, rank, around(size, rank + step), data);
    }
  }
}

/// Each rank's block is the whole buffer.
void to_next(const Size& size, Messages& out) {
  for (int rank = 0; rank < size.ranks; ++rank) {
    const OneRange own{{{static_cast<std::size_t>(rank) * size.elements, size.elements}}};
    out.copy(0, rank, around(size, rank + 1), own);
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
