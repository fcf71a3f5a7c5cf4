// How the GPUs of a machine are set, as NVML and the driver report it: for core::HostState.
#pragma once

#include <vector>

#include "core/host_state/host_state.h"
#include "hw/discover/build/gpus.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

/// Fills in `gpus`, `nvlinks` or `nvlinks_unknown`, `peers` and `driver_version`; and `pcie_links`
/// of GPUs that have no entry there, because the system does not show the speed of their links, as
/// in guests.
void fill_gpu_state(const sources::MachineFacts& facts, const std::vector<ChosenGpu>& gpus,
                    core::HostState& host);

}  // namespace treering::hw::discover::build
