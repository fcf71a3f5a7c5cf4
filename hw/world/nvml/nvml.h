// Asks NVML, once: all that discovery wants to know of the GPUs that this process may use.
//
// The calls and their order are NCCL 2.28's (src/graph/xml.cc, 740-845, and src/misc/nvmlwrap.cc)
// where NCCL asks the same.
#pragma once

#include <string>

#include "hw/world/nvml_answers.h"
#include "hw/world/world.h"

namespace treering::hw::world::nvml {

inline constexpr const char* kNvmlLibrary = "libnvidia-ml.so.1";

/// A call that is missing or fails leaves its figure empty and is among the faults.
/// Absent when there is no such library; Denied or Failed, with NVML's words, when it does not
/// start or does not count the GPUs.
Seen<NvmlAnswers> ask_nvml(const std::string& library = kNvmlLibrary);

}  // namespace treering::hw::world::nvml
