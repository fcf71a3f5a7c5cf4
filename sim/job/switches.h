// Reads variables that turn something on or off or limit a distance.
#pragma once

#include <string_view>

#include "sim/job/variables.h"

namespace treering::sim::job {

/// Sets `when_set` if the number is not 0, else the opposite.
Remark set_flag(std::string_view text, bool when_set, bool& target);

/// Sets `when_one` if the number is 1. NCCL acts on no other number.
Remark set_if_one(std::string_view text, bool when_one, bool& target);

/// 0, 1, or 2 for "where it works".
Remark set_switch(std::string_view text, Switch& target);

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
