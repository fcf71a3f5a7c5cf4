// What checks look up in a machine, and how they name it.
#pragma once

#include <string>
#include <vector>

#include "core/topology/topology.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

/// "GPU 0, GPU 3 and mlx5_1"; of more than eight the first two and how many more; "" for none.
std::string names_of(const core::Topology& node, const std::vector<core::DeviceId>& devices);
std::string in_words(const std::vector<std::string>& names);

/// kNoDevice where none has this bus id.
core::DeviceId device_at(const core::Topology& node, const std::string& bus_id);
core::DeviceId gpu_of_index(const core::Topology& node, int index);

/// Whether there is an RDMA port that works, as the host or, where that reports none, the topology
/// has it.
bool has_rdma(const Patient& patient);

/// What the wires of `kind` from a device to others carry, in GB/s.
double rate_out(const core::Topology& node, core::DeviceId device, core::LinkKind kind);

}  // namespace treering::tuner::doctor
