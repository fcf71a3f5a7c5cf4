// One choice for a range of sizes.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace treering::tuner::advice {

inline constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();

/// Of `max_channels`: as many as NCCL takes by itself for the algorithm and protocol.
inline constexpr int kNcclsOwnCount = 0;

/// One choice over the sizes first..last, both included.
struct RangeAdvice {
  std::uint64_t first = 0;
  std::uint64_t last = kAnySize;
  std::string algorithm;
  std::string protocol;
  int max_channels = kNcclsOwnCount;
  bool is_advised = false;  // else NCCL's own choice is kept
  bool operator==(const RangeAdvice&) const = default;
};

}  // namespace treering::tuner::advice
