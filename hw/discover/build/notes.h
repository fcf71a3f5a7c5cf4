// Notes on a discovered machine: what could not be read, what is assumed, what NVML failed to say.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/discover/build/chosen.h"
#include "hw/discover/sources/machine_facts.h"
#include "hw/discover/sources/nvml.h"

namespace treering::hw::discover::build {

// A short list of names for a note.

/// "GPU 0, GPU 1, GPU 2, GPU 3 and 4 more".
std::string few_names(const std::vector<std::string>& names);

// Notes on a discovered topology: what could not be read, and what is assumed instead.

std::vector<core::Diagnostic> notes_on(const core::Topology& topology,
                                       const sources::MachineFacts& facts);

/// Files of one name that fail for the same reason share one note.
std::vector<core::Diagnostic> notes_on(const std::vector<sources::Unread>& unread);

// Notes on NVML's answers: calls that failed, NVLinks that are down or lead to hidden devices, GPUs
// that have not joined their fabric.

/// Equal notes on several GPUs become one.
std::vector<core::Diagnostic> notes_on_nvml(const sources::NvmlFacts& facts,
                                            const std::vector<ChosenGpu>& gpus);

}  // namespace treering::hw::discover::build
