// System trees of an NCCL debug log that are cut off between their GPUs.
#pragma once

#include <string>
#include <vector>

#include "hw/formats/nccl_log/ranks.h"
#include "hw/formats/nccl_log/tree.h"

namespace treering::hw::formats::nccl_log {

/// The trees, each cut one with the GPUs that ranks of its host name and it lacks: equal to the
/// first that it has, below the last CPU that it came to, and marked as assumed. Trees without any
/// GPU stay as they are.
std::vector<Trees::HostTree> completed(std::vector<Trees::HostTree> trees, const Ranks& ranks);

/// In words what was completed: ", but for 2 GPUs ..."; empty where nothing was.
std::string but_for_completed(const Tree& tree);

}  // namespace treering::hw::formats::nccl_log
