// Asks NVML about the NVLinks and C2C links of one GPU.
#pragma once

#include <string>

#include "hw/world/nvml/calls.h"

namespace treering::hw::world::nvml {

/// "0000:1b:00.0", lower case.
std::string bus_id_of(const nvml::PciInfo& pci);

/// Fills in `gpu.links` and `gpu.c2c`. A GPU of unknown compute capability is asked like the
/// newest.
void ask_links(NvmlCalls& calls, nvml::Device device, NvmlGpu& gpu);

}  // namespace treering::hw::world::nvml
