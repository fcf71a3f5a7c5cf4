// The GPUs of the job and their numbers: those that NVML names, else those that the driver shows,
// else all on the PCI bus.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

struct ChosenGpu {
  std::string bus_id;
  int index = 0;
  bool has_known_index = false;           // NVML's; else the order of bus ids, as NVML numbers them
  std::optional<int> compute_capability;  // nothing when neither NVML nor the model has it
  std::string model;                      // "" when unknown
  core::Origin origin;                    // who says that it is there
  const world::NvmlGpu* nvml = nullptr;   // in the facts; null when NVML does not say
};

struct ChosenGpus {
  std::vector<ChosenGpu> gpus;          // by index
  std::vector<core::Diagnostic> notes;  // on those that were left out
};

/// `facts` must outlive the result.
ChosenGpus choose_gpus(const sources::MachineFacts& facts);

}  // namespace treering::hw::discover::build
