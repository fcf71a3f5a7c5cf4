// The patterns of patterns.h in groups, each with a file of its own, and what several of them need.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "sim/hosts/patterns.h"

namespace treering::sim::hosts {

/// Broadcast and reduce, gather and scatter: rank 0 is the root.
std::vector<Pattern> rooted_patterns();
/// All-gather, all-to-all and messages alone.
std::vector<Pattern> exchange_patterns();
/// Barriers: messages without data.
std::vector<Pattern> barrier_patterns();
/// All-reduce and reduce-scatter, and Rabenseifner's reduce, which begins like his all-reduce.
std::vector<Pattern> reduction_patterns();

inline bool is_power_of_two(const PatternSize& size) {
  return std::has_single_bit(static_cast<unsigned>(size.ranks));
}
inline bool is_no_power_of_two(const PatternSize& size) {
  return !is_power_of_two(size);
}
inline bool is_pair(const PatternSize& size) {
  return size.ranks == 2;
}
/// What is cut into a part for each rank needs an element for each.
inline bool has_an_element_each(const PatternSize& size) {
  return size.elements >= static_cast<std::size_t>(size.ranks);
}

// Data of messages.

using OneRange = std::array<ElementRange, 1>;

/// The whole buffer.
inline OneRange whole(const PatternSize& size) {
  return {{{0, size.elements}}};
}
/// Blocks in sequence, of `count` ranks from `first` on.
inline OneRange blocks(const PatternSize& size, int first, int count = 1) {
  return {{{static_cast<std::size_t>(first) * size.block,
            static_cast<std::size_t>(count) * size.block}}};
}
/// Likewise, with the first rank after the last one.
inline std::array<ElementRange, 2> blocks_around(const PatternSize& size, int first, int count) {
  const int straight = std::min(count, size.ranks - first);
  return {blocks(size, first, straight)[0], blocks(size, 0, count - straight)[0]};
}
/// A rank's number where those beyond the last begin again, and those below the first from the end.
inline int around(const PatternSize& size, int rank) {
  return (rank % size.ranks + size.ranks) % size.ranks;
}

/// Ranks beyond a power of two, `extra` of them, are left out: of each of the first `extra` pairs
/// of neighbours one takes part for both.
struct Folding {
  int core = 1;   // ranks that take part
  int extra = 0;  // that do not

  explicit Folding(int ranks)
      : core(static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)))), extra(ranks - core) {}
  /// The rank of a member of the core where the odd one of a pair takes part.
  [[nodiscard]] int odd_rank(int member) const {
    return member < extra ? 2 * member + 1 : member + extra;
  }
  /// Likewise the even one.
  [[nodiscard]] int even_rank(int member) const {
    return member < extra ? 2 * member : member + extra;
  }
};

}  // namespace treering::sim::hosts
