// Which GPUs of one node talk through the network although they sit in one machine: those that
// both reach a NIC faster than they reach each other.
#pragma once

#include "sim/nccl/paths.h"

namespace treering::sim::nccl {

/// Gives the path of every such pair the type Net; its links stay those inside the machine.
/// \pre paths between GPUs as they would be used, paths to NETs as the hardware has them
void mark_network_pairs(const System& system, const LinkTable& links, PathTable& paths);

}  // namespace treering::sim::nccl
