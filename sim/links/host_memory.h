// What GPUs reach that pass data through the memory of their host, by the CPUs: the rate of that
// memory, and of the links between two sockets.
#pragma once

#include "core/topology/topology.h"

namespace treering::sim::links {

/// GB/s by the vendor's figures; 0: the CPU is unknown, or not of a server with x86 CPUs.
struct HostRates {
  double memory = 0;    // of one NUMA node, reads and writes together, all channels populated
  double crossing = 0;  // from one socket to the other, in one direction
};

/// \pre `cpu` is a CPU of `node`
HostRates host_rates(const core::Topology& node, core::DeviceId cpu);

}  // namespace treering::sim::links
