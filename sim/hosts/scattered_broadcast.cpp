#include "sim/hosts/scattered_broadcast.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "sim/hosts/handing_on.h"

namespace treering::sim::hosts {
namespace {

using Count = std::int64_t;

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

}  // namespace

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

}  // namespace treering::sim::hosts
