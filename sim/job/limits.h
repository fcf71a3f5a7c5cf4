// Numbers from variables, as NCCL brings them into its bounds.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "sim/job/variables.h"

namespace treering::sim::job {

/// NCCL's own mark for "not set" in most of these variables.
inline constexpr int kUnset = -2;

struct Bounds {
  int least = 0;
  int most = 0;
};

/// The nearest number within the bounds; kUnset leaves `target` as it is.
Remark set_bounded(std::string_view text, Bounds bounds, int& target);

/// The number unless it is too small, which leaves `target` as it is.
Remark set_at_least_one(std::string_view text, Bounds bounds, int& target);

/// Threads of a channel: a multiple of a warp within the bounds, else NCCL's most.
Remark set_threads(std::string_view text, Bounds bounds, std::optional<int>& target);

/// Bytes of a buffer or chunk. NCCL divides by what fits into it, and fails below `least`.
Remark set_bytes(std::string_view text, int least, std::optional<int>& target);

/// Up to six numbers between spaces: Tree's LL, LL128 and Simple, then Ring's. Negative ones change
/// nothing, and a word that is no number ends the list.
Remark set_thresholds(std::string_view text, ThreadLimits& target);

}  // namespace treering::sim::job
