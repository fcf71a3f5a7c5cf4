// Ranges of sizes: one choice for each, and the sizes that show where a choice changes.
#pragma once

#include <cstdint>
#include <limits>
#include <set>
#include <string>

#include "sim/way.h"

namespace treering::tuner::advice {

inline constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();

/// Channels of a way with as many as NCCL takes by itself.
inline constexpr int kNcclsOwnCount = 0;

/// One choice over the sizes first..last, both included.
struct RangeAdvice {
  std::uint64_t first = 0;
  std::uint64_t last = kAnySize;
  sim::Way way;             // its channels the most of any call
  bool is_advised = false;  // else NCCL's own choice is kept
  bool operator==(const RangeAdvice&) const = default;
};

/// Larger than any buffer; a choice for this size holds for all above.
inline constexpr std::uint64_t kLargestBuffer = std::uint64_t{3} << 43U;  // 24 TiB

/// For sim::pieces: `first`, `last`, and between them each power of two, the size before it, and
/// the middle of its octave. NCCL's costs are straight lines over the size with jumps at powers of
/// two (its correction for Tree; v2.28.9-1, src/graph/tuning.cc), and no straight line is the
/// cheapest in two separate ranges. \pre first <= last
std::set<std::uint64_t> octave_samples(std::uint64_t first, std::uint64_t last);

}  // namespace treering::tuner::advice
