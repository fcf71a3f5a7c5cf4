// Adds the NVLinks and C2C links that NVML reports to a topology as NCCL does (2.28
// src/graph/xml.cc, 765-870, and topo.cc, 563-680): only active ones that carry traffic between
// GPUs, counted together where they lead to one device. An end that the system does not show counts
// as an NVSwitch.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/topology/topology.h"
#include "hw/discover/build/gpus.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

/// A GPU that was added to a topology.
struct PlacedGpu {
  const ChosenGpu* gpu = nullptr;
  core::DeviceId id = core::kNoDevice;
  core::DeviceId cpu = core::kNoDevice;  // the CPU above it
};

/// Notes say what is left out.
/// \param gpus in the order of their devices
std::vector<core::Diagnostic> add_nvlinks(const sources::MachineFacts& facts,
                                          const std::vector<PlacedGpu>& gpus,
                                          core::TopologyBuilder& builder);

}  // namespace treering::hw::discover::build
