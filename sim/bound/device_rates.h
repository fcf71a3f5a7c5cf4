// The rates of a machine's links, added up by device and for the GPUs of a job.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/topology/topology.h"
#include "core/units.h"

namespace treering::sim::bound {

// The total rates of the links of a machine's devices.

struct Rates {
  core::Bandwidth out;
  core::Bandwidth in;
};

/// The total rates of each device's links, by id; only of links of `kind` if it is given.
std::vector<Rates> rates_of_devices(const core::Topology& node,
                                    std::optional<core::LinkKind> kind = std::nullopt);

/// The rate of each network adapter over its ports for which `is_used` holds, in the order of the
/// adapters. The ports of an adapter share its PCIe link. Adapters without such a port are left
/// out.
std::vector<Rates> rates_of_adapters(const core::Topology& node,
                                     const std::function<bool(const core::NicPort&)>& is_used);

/// The total over all adapters and ports: what the network can take out of a node and bring into
/// it.
Rates rates_of_all_adapters(const core::Topology& node);

// The links that traffic among the GPUs of a job can use. On one node whose GPUs are all joined by
// NVLink, traffic never takes PCIe. Links to a GPU outside the job carry nothing.

struct JobLinks {
  std::vector<Rates> per_gpu;  // in the order of the GPUs
  Rates to_hosts;  // links of all GPUs together towards the host and the network's ports
};

/// \param gpus the job's GPUs on one node
/// \param nodes the number of such nodes in the job
JobLinks links_of_job(const core::Topology& node, std::span<const core::DeviceId> gpus, int nodes);

}  // namespace treering::sim::bound
