// Variables with one plain value: a number within bounds, a switch, a distance.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "sim/job/variables.h"

namespace treering::sim::job {

// Reads numbers from variables and limits them as NCCL does.

/// NCCL's value for "not set" in most of these variables.
inline constexpr int kUnset = -2;

struct Bounds {
  int least = 0;
  int most = 0;
};

/// Sets the nearest number within the bounds. kUnset leaves `target` unchanged.
Remark set_bounded(std::string_view text, Bounds bounds, int& target);

/// Sets the nearest number within the bounds, also for kUnset.
Remark set_limited(std::string_view text, Bounds bounds, int& target);

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

// Reads variables that turn something on or off or limit a distance.

/// Sets `when_set` if the number is not 0, else the opposite.
Remark set_flag(std::string_view text, bool when_set, bool& target);

/// Sets `when_one` if the number is 1. NCCL acts on no other number.
Remark set_if_one(std::string_view text, bool when_one, bool& target);

/// 0, 1, or 2 for "where it works".
Remark set_switch(std::string_view text, Switch& target);

/// 0, a number above it, or a negative one for NCCL's own rule.
Remark set_gpu_direct_reads(std::string_view text, Switch& target);

/// 0, 1 or 2; any other number is 0 for NCCL.
Remark set_pxn_level(std::string_view text, int& target);

/// 0 or 1; NCCL reads anything else as 0.
Remark set_collnet(std::string_view text, Switch& target);

Remark set_cross_nic(std::string_view text, CrossNic& target);

/// AUTO, ALL or MAX:n, in any case.
Remark set_nets_per_gpu(std::string_view text, NetsPerGpu& target);

/// A path type in capitals, or one of the old numbers.
Remark set_gpu_direct_level(std::string_view text, PathPolicy& target);
Remark set_peer_to_peer_level(std::string_view text, PathPolicy& target);

/// 1 keeps GPUs from accessing each other's memory.
Remark set_peer_to_peer_disable(std::string_view text, PathPolicy& target);

}  // namespace treering::sim::job
