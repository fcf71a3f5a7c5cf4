// A CPU of the system tree in an NCCL debug log: "CPU/0-1 (1/2/-1)", architecture, vendor and model
// as NCCL numbers them.
#pragma once

#include "core/topology/topology.h"
#include "hw/formats/nccl_log/tree.h"

namespace treering::hw::formats::nccl_log {

/// `host` is its number in the topology.
core::Device nccl_log_cpu(const TreeNode& node, int host);

}  // namespace treering::hw::formats::nccl_log
