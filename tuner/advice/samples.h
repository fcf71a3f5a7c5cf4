// Sizes between which no change of NCCL's mind hides.
#pragma once

#include <cstdint>
#include <set>

namespace treering::tuner::advice {

/// Above every buffer there is; a choice for this size holds for all above.
inline constexpr std::uint64_t kLargestBuffer = std::uint64_t{3} << 43U;  // 24 TiB

/// For sim::pieces: `first`, `last`, and between them the last size before each power of two, the
/// power, and the middle of what follows. NCCL's costs are straight lines over the size that jump
/// at powers of two (its correction for Tree; v2.28.9-1, src/graph/tuning.cc), and of straight
/// lines none is the cheapest twice. \pre first <= last
std::set<std::uint64_t> octave_samples(std::uint64_t first, std::uint64_t last);

}  // namespace treering::tuner::advice
