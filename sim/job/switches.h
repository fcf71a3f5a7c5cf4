// What variables turn on and off, and how far things may be apart.
#pragma once

#include <string_view>

#include "sim/job/variables.h"

namespace treering::sim::job {

/// `when_set` where the number is not 0, the opposite where it is.
Remark set_flag(std::string_view text, bool when_set, bool& target);

/// `when_one` where the number is 1; NCCL goes by no other number.
Remark set_if_one(std::string_view text, bool when_one, bool& target);

/// 0, 1, or 2 for "where it works".
Remark set_switch(std::string_view text, Switch& target);

/// 0 or 1; NCCL takes anything else for 0.
Remark set_collnet(std::string_view text, Switch& target);

Remark set_cross_nic(std::string_view text, CrossNic& target);

/// AUTO, ALL or MAX:n, in any case.
Remark set_nets_per_gpu(std::string_view text, NetsPerGpu& target);

/// A path type in capitals, or one of the old numbers.
Remark set_gpu_direct_level(std::string_view text, PathPolicy& target);
Remark set_peer_to_peer_level(std::string_view text, PathPolicy& target);

/// 1 keeps a GPU's memory to itself.
Remark set_peer_to_peer_disable(std::string_view text, PathPolicy& target);

}  // namespace treering::sim::job
