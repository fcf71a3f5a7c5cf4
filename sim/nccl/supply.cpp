#include "sim/nccl/supply.h"

#include <algorithm>
#include <vector>

#include "sim/nccl/usable_paths.h"

namespace treering::sim::nccl {
namespace {

float own_links(const SystemNode& gpu) {
  float nvlink = 0;
  float pci = 0;
  for (const SystemLink& link : gpu.links) {
    if (link.type == PathType::Nvl) nvlink += link.bandwidth;
    if (link.type == PathType::Pix) pci = link.bandwidth;
  }
  return std::max(pci, nvlink);
}

}  // namespace

Supply supply_of(const SearchSpace& space) {
  const System& system = space.system;
  constexpr float kAlone = 5000.0F;  // src/graph/topo.h, LOC_BW: one GPU talks to itself
  if (!system.spans_nodes && system.count(NodeType::Gpu) == 1) return {kAlone, kAlone};
  const NodeType target = system.spans_nodes ? NodeType::Net : NodeType::Gpu;
  Supply supply;
  for (const NodeId gpu : system.of(NodeType::Gpu)) {
    supply.total = std::max(supply.total, own_links(system.node(gpu)));
    for (int i = 0; i < system.count(target); ++i) {
      const Path& path = space.paths.between(gpu, target, i);
      if (path.hops() > 0) supply.per_channel = std::max(supply.per_channel, path.bandwidth);
    }
  }
  return supply;
}

Reach reach_of(const SearchSpace& space) {
  const System& system = space.system;
  Reach reach;
  if (system.count(NodeType::Gpu) > 1) {
    reach.nearest_intra = closest(system, space.paths, NodeType::Gpu);
    reach.farthest_intra = farthest(system, space.paths, NodeType::Gpu);
  }
  if (system.spans_nodes) {
    reach.nearest_inter = closest(system, space.paths, NodeType::Net);
    reach.farthest_inter = farthest(system, space.paths, NodeType::Net);
    reach.farthest_intra = reach.farthest_inter;
  }
  return reach;
}

bool has_two_nvlink_islands(const SearchSpace& space) {
  const int gpus = space.system.count(NodeType::Gpu);
  std::vector<int> island(static_cast<std::size_t>(gpus));
  for (int g = 0; g < gpus; ++g) island[static_cast<std::size_t>(g)] = g;
  for (int g = 0; g < gpus; ++g) {
    for (int other = g + 1; other < gpus; ++other) {
      const Path& path =
          space.paths.between(space.system.at(NodeType::Gpu, g), NodeType::Gpu, other);
      if (path.type == PathType::Nvl) {
        island[static_cast<std::size_t>(other)] = island[static_cast<std::size_t>(g)];
      }
    }
  }
  int islands = 0;
  for (int g = 0; g < gpus; ++g) {
    if (std::ranges::count(island, g) > 1) ++islands;
  }
  return islands == 2;
}

}  // namespace treering::sim::nccl
