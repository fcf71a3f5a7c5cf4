// The patterns of patterns.h in groups, each with a file of its own, and what several of them need.
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "sim/hosts/patterns.h"

namespace treering::sim::hosts {

/// Broadcast and reduce, gather and scatter: rank 0 is the root.
std::vector<Pattern> rooted_patterns();
/// All-gather, all-to-all and messages alone.
std::vector<Pattern> exchange_patterns();
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
