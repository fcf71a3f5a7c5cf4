// The machine of an NCCL debug log without a system tree: its GPUs and network devices below the
// CPUs that their affinities name; all PCIe and most NVLinks are assumed.
#pragma once

#include "core/result.h"
#include "hw/formats/nccl_log/machine.h"

namespace treering::hw::formats::nccl_log {

/// \pre context.host is not null. Fails where it has no GPU, or more than a node can have.
core::Result<Machine> machine_of_ranks(const Context& context);

}  // namespace treering::hw::formats::nccl_log
