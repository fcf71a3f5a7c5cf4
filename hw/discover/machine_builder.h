// Facts of one machine to a topology, as NCCL would describe it without NVML: GPUs and the adapters
// of the chosen ports, the PCI switches above them, and the NUMA nodes that these hang off.
//
// NCCL 2.28 takes every second bridge above a device for a switch (src/graph/xml.cc, 657): a switch
// is a bridge upstream and one downstream, and the last bridge is the root port. So does this.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "core/topology.h"
#include "hw/discover/machine_facts.h"
#include "hw/discover/network_ports.h"

namespace treering::hw {

/// Links between sockets are what NCCL takes; NVLinks are none.
core::Result<core::Topology> build_machine(const MachineFacts& facts,
                                           const std::vector<NetworkPort>& ports,
                                           const std::string& name);

}  // namespace treering::hw
