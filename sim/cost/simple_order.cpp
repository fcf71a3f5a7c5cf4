#include "sim/cost/simple_order.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "sim/nccl/paths/usable_paths.h"

namespace treering::sim::cost {
namespace {

using core::DeviceId;
using core::Topology;
using nccl::PathType;
using nccl::paths::Path;
using nccl::system::NodeId;
using nccl::system::NodeType;

/// The rate of the links between two CPUs; 0 where the machine's description has none.
double between_cpus(const Topology& node, DeviceId from, DeviceId to) {
  double sum = 0;
  for (const core::Link& link : node.links()) {
    if (link.kind != core::LinkKind::InterSocket || link.from != from || link.to != to) continue;
    sum += link.bandwidth.in_gb_per_s();
  }
  return sum;
}

/// The machine as NCCL sees it, with the paths that it uses.
class Paths {
 public:
  Paths(const Topology& node, const job::Job& job)
      : node_(nccl::system::as_used(node, job.settings)),
        system_(nccl::system::make_system(node, job)),
        links_(nccl::paths::number_links(system_)),
        paths_(nccl::paths::usable_paths(system_, links_, nccl::paths::policy_of(job))) {}

  /// By local rank.
  const Path& between_gpus(int from, int to) const {
    return paths_.between(gpu_of(from), NodeType::Gpu, index_of(to));
  }
  const Path& from_net(std::int64_t net, int gpu) const {
    return paths_.between(net_of(net), NodeType::Gpu, index_of(gpu));
  }
  const Path& to_net(int gpu, std::int64_t net) const {
    return paths_.between(gpu_of(gpu), NodeType::Net, net_index_of(net));
  }

  /// The rate of the narrowest link; 0 where no link leads there. NCCL rates the way between two
  /// CPUs by their make, 6 GB/s on any Arm (v2.28.9-1, src/graph/topo.h), so the machine's own
  /// figure comes first.
  double rate_of(const Path& path) const {
    double least = std::numeric_limits<double>::infinity();
    for (const nccl::paths::LinkId id : path.links) {
      const nccl::paths::LinkTable::Entry& link = links_[id];
      double rate = link.bandwidth;
      if (link.type == PathType::Sys) {
        const double own =
            between_cpus(node_, system_.node(link.from).device, system_.node(link.to).device);
        if (own > 0) rate = own;
      }
      least = std::min(least, rate);
    }
    return path.links.empty() ? 0 : least;
  }

 private:
  int index_of(int rank) const {
    int index = 0;
    while (system_.gpu(index).rank != rank) ++index;
    return index;
  }
  int net_index_of(std::int64_t device) const {
    int index = 0;
    while (system_.net(index).device != device) ++index;
    return index;
  }
  NodeId gpu_of(int rank) const { return system_.at(NodeType::Gpu, index_of(rank)); }
  NodeId net_of(std::int64_t device) const {
    return system_.at(NodeType::Net, net_index_of(device));
  }

  Topology node_;  // with the devices that the System names
  nccl::system::System system_;
  nccl::paths::LinkTable links_;
  nccl::paths::PathTable paths_;
};

/// Over each step of the row, and over the one that closes a ring on one node.
double slowest_step(const Paths& paths, const std::vector<int>& gpus, bool is_closed) {
  double least = std::numeric_limits<double>::infinity();
  const std::size_t steps = is_closed ? gpus.size() : gpus.size() - 1;
  for (std::size_t i = 0; i < steps; ++i) {
    const int next = gpus[(i + 1) % gpus.size()];
    const double there = paths.rate_of(paths.between_gpus(gpus[i], next));
    const double back = paths.rate_of(paths.between_gpus(next, gpus[i]));
    // Data goes around a ring one way, and up and down a tree.
    least = std::min(least, is_closed ? there : std::min(there, back));
  }
  return least;
}

}  // namespace

SimpleOrder simple_order_of(const Topology& node, const nccl::Plan& plan,
                            const nccl::ChannelGraph& graph) {
  const Paths paths(node, plan.job);
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
  order.per_network = std::min(paths.rate_of(in), paths.rate_of(out));
  order.network_type = std::max(in.type, out.type);
  return order;
}

}  // namespace treering::sim::cost
