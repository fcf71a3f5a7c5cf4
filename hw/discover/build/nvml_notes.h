// Notes on NVML's answers: calls that failed, NVLinks that are down or lead to hidden devices, GPUs
// that have not joined their fabric.
#pragma once

#include <vector>

#include "core/diagnostic.h"
#include "hw/discover/build/gpus.h"
#include "hw/discover/sources/nvml.h"

namespace treering::hw::discover::build {

/// Equal notes on several GPUs become one.
std::vector<core::Diagnostic> notes_on_nvml(const sources::NvmlFacts& facts,
                                            const std::vector<ChosenGpu>& gpus);

}  // namespace treering::hw::discover::build
