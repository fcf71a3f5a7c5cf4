#include <algorithm>
#include <cstddef>
#include <limits>

#include "sim/cost/machine.h"
#include "sim/nccl/paths/node_paths.h"

namespace treering::sim::cost {
namespace {

using core::DeviceId;
using core::Topology;
using nccl::PathType;
using nccl::paths::NodePaths;
using nccl::paths::Path;

/// The rate of the links between two CPUs; 0 where the machine's description has none.
double between_cpus(const Topology& node, DeviceId from, DeviceId to) {
  double sum = 0;
  for (const core::Link& link : node.links()) {
    if (link.kind != core::LinkKind::InterSocket || link.from != from || link.to != to) continue;
    sum += link.bandwidth.in_gb_per_s();
  }
  return sum;
}

/// The rate of the narrowest link; 0 where no link leads there. NCCL rates the way between two CPUs
/// by their make, 6 GB/s on any Arm (v2.28.9-1, src/graph/topo.h), so the machine's own figure
/// comes first.
double rate_of(const NodePaths& paths, const Path& path) {
  double least = std::numeric_limits<double>::infinity();
  for (const nccl::paths::LinkId id : path.links) {
    const nccl::paths::LinkTable::Entry& link = paths.links()[id];
    double rate = link.bandwidth;
    if (link.type == PathType::Sys) {
      const double own = between_cpus(paths.node(), paths.system().node(link.from).device,
                                      paths.system().node(link.to).device);
      if (own > 0) rate = own;
    }
    least = std::min(least, rate);
  }
  return path.links.empty() ? 0 : least;
}

/// Over each step of the row, and over the one that closes a ring on one node.
double slowest_step(const NodePaths& paths, const std::vector<int>& gpus, bool is_closed) {
  double least = std::numeric_limits<double>::infinity();
  const std::size_t steps = is_closed ? gpus.size() : gpus.size() - 1;
  for (std::size_t i = 0; i < steps; ++i) {
    const int next = gpus[(i + 1) % gpus.size()];
    const double there = rate_of(paths, paths.between_gpus(gpus[i], next));
    const double back = rate_of(paths, paths.between_gpus(next, gpus[i]));
    // Data goes around a ring one way, and up and down a tree.
    least = std::min(least, is_closed ? there : std::min(there, back));
  }
  return least;
}

}  // namespace

SimpleOrder simple_order_of(const Topology& node, const nccl::Plan& plan,
                            const nccl::ChannelGraph& graph) {
  const NodePaths paths(node, plan.job);
  const nccl::NodeChannel& row = graph.channels.front();
  const bool is_alone = plan.shape.nodes == 1;
  SimpleOrder order;
  if (row.gpus.size() > 1) {
    const bool is_ring = graph.pattern == nccl::Pattern::Ring;
    order.per_gpu = slowest_step(paths, row.gpus, is_ring && is_alone);
  }
  if (is_alone) return order;
  const Path& in = paths.from_net(row.nets[0], row.gpus.front());
  const Path& out = paths.to_net(row.gpus.back(), row.nets[1]);
  order.network_type = std::max(in.type, out.type);
  return order;
}

}  // namespace treering::sim::cost
