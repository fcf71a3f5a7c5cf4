// The links that traffic among the GPUs of a job can use. Within a node whose GPUs are joined each
// with each by NVLink it never takes PCIe; what leads to a GPU outside the job carries nothing.
#pragma once

#include <span>
#include <vector>

#include "sim/bound/device_rates.h"

namespace treering::sim::bound {

struct JobLinks {
  std::vector<Rates> per_gpu;  // in the order of the GPUs
  Rates to_hosts;              // what all of them have beside NVLinks, towards the network's ports
};

/// \param gpus those of one node
/// \param nodes how many alike the job has
JobLinks links_of_job(const core::Topology& node, std::span<const core::DeviceId> gpus, int nodes);

}  // namespace treering::sim::bound
