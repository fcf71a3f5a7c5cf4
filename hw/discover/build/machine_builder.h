// Makes values of the facts of a machine: its topology and its HostState.
#pragma once

#include <string>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/discover/build/chosen.h"
#include "hw/discover/sources/machine_facts.h"

namespace treering::hw::discover::build {

// Makes a topology from the facts of a machine, as NCCL would describe it: the chosen GPUs, the
// adapters of the chosen ports, the PCI switches and NUMA nodes above them, and NVLinks.
//
// Like NCCL 2.28, takes every second bridge above a device for a switch (src/graph/xml.cc, 657): a
// switch is an upstream and a downstream bridge, and the last bridge is the root port.

struct BuiltMachine {
  core::Topology topology;
  std::vector<core::Diagnostic> notes;  // on links that are left out
};

/// Links between sockets are what NCCL takes; NVLinks are those that NVML reports.
core::Result<BuiltMachine> build_machine(const sources::MachineFacts& facts,
                                         const std::vector<ChosenGpu>& gpus,
                                         const std::vector<NetworkPort>& ports,
                                         const std::string& name);

// How the GPUs of a machine are set, as NVML and the driver report it: for core::HostState.

/// Fills in `gpus`, `nvlinks` or `nvlinks_unknown`, `peers` and `driver_version`; and `pcie_links`
/// of GPUs that have no entry there, because the system does not show the speed of their links, as
/// in guests.
void fill_gpu_state(const sources::MachineFacts& facts, const std::vector<ChosenGpu>& gpus,
                    core::HostState& host);

// Makes a core::HostState, how the machine is set, from what the sources say.

/// \param ports those that NCCL would use
core::HostState host_state_of(const sources::MachineFacts& facts,
                              const std::vector<NetworkPort>& ports);

}  // namespace treering::hw::discover::build
