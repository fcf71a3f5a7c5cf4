// What a reader of a discovered topology should know of NVML's answers: calls that failed, NVLinks
// that are down or lead out of sight, GPUs that are not yet part of their fabric.
#pragma once

#include <vector>

#include "core/diagnostic.h"
#include "hw/discover/build/gpus.h"
#include "hw/discover/sources/nvml.h"

namespace treering::hw::discover::build {

/// Equal notes of several GPUs are one.
std::vector<core::Diagnostic> notes_on_nvml(const sources::NvmlFacts& facts,
                                            const std::vector<ChosenGpu>& gpus);

}  // namespace treering::hw::discover::build
