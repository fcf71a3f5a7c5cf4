// Reads the distance of two devices that NCCL_P2P_LEVEL and NCCL_NET_GDR_LEVEL allow.
#pragma once

#include <optional>
#include <string_view>

#include "sim/nccl/types.h"

namespace treering::sim::job {

/// A path type in capitals, LOC to SYS, or one of NCCL's old numbers 0 to 5; nothing for any other
/// text, which NCCL ignores silently (NCCL v2.28.9-1, src/graph/paths.cc, ncclGetLevel).
std::optional<nccl::PathType> read_path_level(std::string_view text);

}  // namespace treering::sim::job
