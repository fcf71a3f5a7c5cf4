// Makes a topology from the facts of a machine, as NCCL would describe it: the chosen GPUs, the
// adapters of the chosen ports, the PCI switches and NUMA nodes above them, and NVLinks.
//
// Like NCCL 2.28, takes every second bridge above a device for a switch (src/graph/xml.cc, 657): a
// switch is an upstream and a downstream bridge, and the last bridge is the root port.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/discover/build/chosen.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

struct BuiltMachine {
  core::Topology topology;
  std::vector<core::Diagnostic> notes;  // on links that are left out
};

/// Links between sockets are what NCCL takes; NVLinks are those that NVML reports.
core::Result<BuiltMachine> build_machine(const sources::MachineFacts& facts,
                                         const std::vector<ChosenGpu>& gpus,
                                         const std::vector<NetworkPort>& ports,
                                         const std::string& name);

}  // namespace treering::hw::discover::build
