// Which network port NCCL takes for each GPU of a node, and on which rail it is.
//
// A rail is the same port of every node: NCCL keeps to it where it can, and rail-optimised fabrics
// have switches for each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/topology/topology.h"
#include "sim/job/job.h"
#include "sim/nccl/types.h"

namespace treering::sim {

struct RailPort {
  std::string name;  // "mlx5_0"; of ports that NCCL joins "mlx5_0+mlx5_1"
  int net = 0;       // the number that the plugin gives: NET/0
  int rail = 0;      // its place among the ports of its host
  std::int64_t speed_mbps = 0;
  bool operator==(const RailPort&) const = default;
};

struct GpuRail {
  core::DeviceId gpu = core::kNoDevice;
  std::vector<RailPort> ports;  // by channel, each once; none where the GPU reaches no port
  nccl::PathType path = nccl::PathType::Dis;  // from the GPU to the first of them
  bool operator==(const GpuRail&) const = default;
};

/// By local rank, as in a job of at least two nodes. Empty where NCCL cannot run such a job on the
/// node, and for machines of more GPUs and ports than kMostRailEnds.
std::vector<GpuRail> rails_of(const core::Topology& node, const job::JobSpec& job);

/// Paths take memory by the square of it; racks of 72 GPUs have 144.
inline constexpr std::size_t kMostRailEnds = 512;

}  // namespace treering::sim
