// Which NICs NCCL joins into one: NCCL_IB_MERGE_NICS, NCCL_NET_MERGE_LEVEL, NCCL_NET_FORCE_MERGE.
#pragma once

#include <string_view>

#include "sim/job/variables.h"

namespace treering::sim::job {

/// 0: never; any other number: as NCCL's plugin for InfiniBand does.
Remark set_nic_joining(std::string_view text, NicJoining& target);

/// LOC to SYS in capitals, PORT for one adapter. NCCL reads all other texts as LOC.
Remark set_joining_level(std::string_view text, NicJoining& target);

/// "mlx5_0,mlx5_1;mlx5_2:1,mlx5_3:1": groups of ports.
Remark set_forced_groups(std::string_view text, NicJoining& target);

}  // namespace treering::sim::job
