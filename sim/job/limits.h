// Reads numbers from variables and limits them as NCCL does.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "sim/job/variables.h"

namespace treering::sim::job {

/// NCCL's value for "not set" in most of these variables.
inline constexpr int kUnset = -2;

struct Bounds {
  int least = 0;
  int most = 0;
};

/// Sets the nearest number within the bounds. kUnset leaves `target` unchanged.
Remark set_bounded(std::string_view text, Bounds bounds, int& target);

/// The number unless it is too small, which leaves `target` as it is.
Remark set_at_least_one(std::string_view text, Bounds bounds, int& target);

/// Threads of a channel: a multiple of a warp within the bounds, else NCCL's maximum.
Remark set_threads(std::string_view text, Bounds bounds, std::optional<int>& target);

/// Bytes of a buffer or chunk. NCCL divides by the number of items that fit into it, and fails
/// below `least`.
Remark set_bytes(std::string_view text, int least, std::optional<int>& target);

/// Up to six numbers separated by spaces: for Tree's LL, LL128 and Simple, then for Ring's.
/// Negative numbers change nothing, and a word that is not a number ends the list.
Remark set_thresholds(std::string_view text, ThreadLimits& target);

}  // namespace treering::sim::job
