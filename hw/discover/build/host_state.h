// Makes a core::HostState, how the machine is set, from what the sources say.
#pragma once

#include <vector>

#include "core/host_state/host_state.h"
#include "hw/discover/build/network_ports.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

/// \param ports those that NCCL would use
core::HostState host_state_of(const sources::MachineFacts& facts,
                              const std::vector<NetworkPort>& ports);

}  // namespace treering::hw::discover::build
