#include "sim/nccl/network_pairs.h"

#include <algorithm>

namespace treering::sim::nccl {
namespace {

/// The rate at which a GPU reaches a NIC without crossing the CPU.
float near_net_rate(const System& system, const PathTable& paths, int gpu) {
  float widest = 0;
  for (int net = 0; net < system.count(NodeType::Net); ++net) {
    const Path& path = paths.between(system.at(NodeType::Gpu, gpu), NodeType::Net, net);
    if (path.type <= PathType::Pxb) widest = std::max(widest, path.bandwidth);
  }
  return widest;
}

/// A path through one other GPU: taken as it is, NCCL does not hold it against the network.
bool leads_through_gpu(const System& system, const LinkTable& links, const Path& path) {
  return path.hops() == 2 && path.type <= PathType::Nvb &&
         system.node(links[path.links.front()].to).type() == NodeType::Gpu;
}

}  // namespace

void mark_network_pairs(const System& system, const LinkTable& links, PathTable& paths) {
  const int gpus = system.count(NodeType::Gpu);
  std::vector<float> net_rate;
  for (int gpu = 0; gpu < gpus; ++gpu) net_rate.push_back(near_net_rate(system, paths, gpu));

  for (int from = 0; from < gpus; ++from) {
    for (int to = 0; to < gpus; ++to) {
      Path& path = paths.between(system.at(NodeType::Gpu, from), NodeType::Gpu, to);
      if (from == to || leads_through_gpu(system, links, path)) continue;
      const float slower_net = std::min(net_rate[static_cast<std::size_t>(from)],
                                        net_rate[static_cast<std::size_t>(to)]);
      if (slower_net > path.bandwidth) path.type = PathType::Net;
    }
  }
}

}  // namespace treering::sim::nccl
