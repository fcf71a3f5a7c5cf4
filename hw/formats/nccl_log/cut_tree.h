// System trees of an NCCL debug log that are cut off between their GPUs.
#pragma once

#include <string>
#include <vector>

#include "hw/formats/nccl_log/ranks.h"
#include "hw/formats/nccl_log/tree.h"

namespace treering::hw::formats::nccl_log {

/// The trees; each cut one gets the GPUs that it lacks and ranks of its host name: copies of its
/// first GPU, below its last CPU, marked as assumed. Trees without a GPU stay unchanged.
std::vector<Trees::HostTree> completed(std::vector<Trees::HostTree> trees, const Ranks& ranks);

/// What was added, in words: ", but for 2 GPUs ..."; empty for nothing.
std::string but_for_completed(const Tree& tree);

}  // namespace treering::hw::formats::nccl_log
