// Variables about network ports: which of them NCCL uses, and which it joins into one.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/job/variables.h"

namespace treering::sim::job {

// NCCL_IB_HCA: which RDMA adapters NCCL uses.
//
//   mlx5_0,mlx5_1:1     adapters whose names begin so; of the second only port 1
//   =mlx5_0             the one of that name
//   ^mlx5_0             all but those; ^=mlx5_0 all but that one

/// At most `most` names with or without ":port", separated by commas. A port that is not a number
/// is 0 (NCCL v2.28.9-1, src/misc/utils.cc, parseStringList).
std::vector<NetName> read_net_names(std::string_view text, std::size_t most);

/// NCCL v2.28.9-1, src/transport/net_ib.cc, ncclIbInitDevices; the same since 2.12.
AdapterList read_adapter_list(std::string_view text);

Remark set_adapters(std::string_view text, std::optional<AdapterList>& target);

// Which NICs NCCL joins into one: NCCL_IB_MERGE_NICS, NCCL_NET_MERGE_LEVEL, NCCL_NET_FORCE_MERGE.

/// 0: never; any other number: as NCCL's plugin for InfiniBand does.
Remark set_nic_joining(std::string_view text, NicJoining& target);

/// LOC to SYS in capitals, PORT for one adapter. NCCL reads all other texts as LOC.
Remark set_joining_level(std::string_view text, NicJoining& target);

/// "mlx5_0,mlx5_1;mlx5_2:1,mlx5_3:1": groups of ports.
Remark set_forced_groups(std::string_view text, NicJoining& target);

}  // namespace treering::sim::job
