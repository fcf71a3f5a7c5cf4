// Equal things that are not equal: what most of them have, and which have less.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster.h"
#include "core/host_state.h"
#include "core/topology.h"

namespace treering::tuner {

struct OddOnes {
  double usual = 0;                  // what more than half of all have
  std::vector<core::DeviceId> less;  // the others that have less, by id
};

/// Nothing where no figure is that of more than half, or none has less. Figures count as equal
/// within 1 %.
std::optional<OddOnes> odd_ones(const std::vector<core::DeviceId>& devices,
                                const std::function<double(core::DeviceId)>& figure);

/// "GPU 0, GPU 3 and mlx5_1"; of more than eight the first two and how many more; "" for none.
std::string names_of(const core::Topology& node, const std::vector<core::DeviceId>& devices);
std::string in_words(const std::vector<std::string>& names);

/// kNoDevice where none has this bus id.
core::DeviceId device_at(const core::Topology& node, const std::string& bus_id);
core::DeviceId gpu_of_index(const core::Topology& node, int index);

/// Whether there is an RDMA port that works, as the host or, where that tells none, the topology
/// has it.
bool has_rdma(const core::Cluster& cluster, const core::HostState& host);

/// Whether the source takes for granted which CPUs there are, and so what is below which.
bool is_place_assumed(const core::Topology& node);

/// What the wires of `kind` that leave a device carry, in GB/s.
double rate_out(const core::Topology& node, core::DeviceId device, core::LinkKind kind);

}  // namespace treering::tuner
