// From what the sources say to core::HostState: how the machine is set.
#pragma once

#include <vector>

#include "core/host_state.h"
#include "hw/discover/machine_facts.h"
#include "hw/discover/network_ports.h"

namespace treering::hw {

/// \param ports those that NCCL would use
core::HostState host_state_of(const MachineFacts& facts, const std::vector<NetworkPort>& ports);

}  // namespace treering::hw
