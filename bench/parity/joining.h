// Questions about ports that NCCL joins to one NET.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/parity/machine.h"

namespace treering::parity {

/// Whether these name NCCL_IB_MERGE_NICS or NCCL_NET_MERGE_LEVEL, so that treering takes the
/// network plugin for one that joins.
bool speaks_of_joining(const std::vector<std::string>& environment);

/// The question about a machine most of whose adapters have several ports, under these variables.
Question with_joining(Question question, std::uint64_t seed);

}  // namespace treering::parity
