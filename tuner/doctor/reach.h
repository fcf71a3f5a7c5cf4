// How far each GPU is from its nearest adapter, and the ports that NCCL takes.
#pragma once

#include <set>
#include <vector>

#include "core/topology/topology.h"
#include "sim/nccl/types.h"
#include "tuner/doctor/condition.h"
#include "tuner/doctor/plans.h"

namespace treering::tuner::doctor {

struct AdapterDistance {
  core::DeviceId gpu = core::kNoDevice;
  sim::nccl::PathType type = sim::nccl::PathType::Dis;  // to the nearest adapter
};

/// As the hardware has it, before any rule about its use. Empty where NCCL cannot run.
std::vector<AdapterDistance> adapter_distances(const Condition& condition);

/// The GPUs at that distance.
std::vector<core::DeviceId> gpus_at(const std::vector<AdapterDistance>& distances,
                                    sim::nccl::PathType type);

/// The ports that NCCL's rings and trees use on several nodes; all where it cannot search.
std::set<core::DeviceId> ports_in_use(const Condition& condition, Plans& plans);

/// The ports that NCCL takes for the GPUs, each its own, on several nodes; all where that is
/// unknown.
std::set<core::DeviceId> rail_ports(const Condition& condition);

}  // namespace treering::tuner::doctor
