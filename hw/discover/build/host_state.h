// How a machine is set: a core::HostState of what the sources say, with the GPUs as NVML and the
// driver report them.
#pragma once

#include <vector>

#include "core/host_state/host_state.h"
#include "hw/discover/build/chosen.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

// How the GPUs of a machine are set, as NVML and the driver report it: for core::HostState.

/// Fills in `gpus`, `nvlinks` or `nvlinks_unknown`, `peers` and `driver_version`; and `pcie_links`
/// of GPUs that have no entry there, because the system does not show the speed of their links, as
/// in guests.
void fill_gpu_state(const sources::MachineFacts& facts, const std::vector<ChosenGpu>& gpus,
                    core::HostState& host);

// Makes a core::HostState, how the machine is set, from what the sources say.

/// \param ports those that NCCL would use
core::HostState host_state_of(const sources::MachineFacts& facts,
                              const std::vector<NetworkPort>& ports);

}  // namespace treering::hw::discover::build
