#include "sim/nccl/paths/network_pairs.h"

#include <algorithm>

namespace treering::sim::nccl::paths {
namespace {

/// The rate at which a GPU reaches a NIC without crossing the CPU.
float near_net_rate(const system::System& system, const PathTable& paths, int gpu) {
  float widest = 0;
  for (int net = 0; net < system.count(system::NodeType::Net); ++net) {
    const Path& path =
        paths.between(system.at(system::NodeType::Gpu, gpu), system::NodeType::Net, net);
    if (path.type <= PathType::Pxb) widest = std::max(widest, path.bandwidth);
  }
  return widest;
}

/// A path through one other GPU, which NCCL uses without comparing it with the network.
bool leads_through_gpu(const PairRules& rules, const Path& path) {
  return path.hops() == 2 && path.type <= PathType::Nvb &&
         rules.system.node(rules.links[path.links.front()].to).type() == system::NodeType::Gpu;
}

/// NCCL v2.28.9-1, src/transport/p2p.cc, p2pCanConnect; src/transport/shm.cc, shmCanConnect.
bool must_use_network(const PairRules& rules, const Path& path, float net_rate) {
  const bool has_peer_to_peer = path.type <= rules.peer_to_peer_reach;
  if (has_peer_to_peer && leads_through_gpu(rules, path)) return false;
  if (rules.policy.network_inside_node && net_rate > path.bandwidth) return true;
  return !has_peer_to_peer && !rules.policy.shared_memory;
}

}  // namespace

void mark_network_pairs(const PairRules& rules, PathTable& paths) {
  const int gpus = rules.system.count(system::NodeType::Gpu);
  std::vector<float> net_rate;
  for (int gpu = 0; gpu < gpus; ++gpu) net_rate.push_back(near_net_rate(rules.system, paths, gpu));

  for (int from = 0; from < gpus; ++from) {
    for (int to = 0; to < gpus; ++to) {
      if (from == to) continue;
      Path& path =
          paths.between(rules.system.at(system::NodeType::Gpu, from), system::NodeType::Gpu, to);
      const float slower_net = std::min(net_rate[static_cast<std::size_t>(from)],
                                        net_rate[static_cast<std::size_t>(to)]);
      if (must_use_network(rules, path, slower_net)) path.type = PathType::Net;
    }
  }
}

}  // namespace treering::sim::nccl::paths
