// What a reader of a discovered topology should know of NVML's answers: calls that failed, NVLinks
// that are down or lead out of sight, GPUs that are not yet part of their fabric.
#pragma once

#include <vector>

#include "core/diagnostic.h"
#include "hw/discover/gpus.h"
#include "hw/discover/nvml.h"

namespace treering::hw {

/// Equal notes of several GPUs are one.
std::vector<core::Diagnostic> notes_on_nvml(const NvmlFacts& facts,
                                            const std::vector<ChosenGpu>& gpus);

}  // namespace treering::hw
