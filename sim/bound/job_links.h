// The links that traffic among the GPUs of a job can use. On one node whose GPUs are all joined by
// NVLink, traffic never takes PCIe. Links to a GPU outside the job carry nothing.
#pragma once

#include <span>
#include <vector>

#include "sim/bound/device_rates.h"

namespace treering::sim::bound {

struct JobLinks {
  std::vector<Rates> per_gpu;  // in the order of the GPUs
  Rates to_hosts;  // links of all GPUs together towards the host and the network's ports
};

/// \param gpus the job's GPUs on one node
/// \param nodes the number of such nodes in the job
JobLinks links_of_job(const core::Topology& node, std::span<const core::DeviceId> gpus, int nodes);

}  // namespace treering::sim::bound
