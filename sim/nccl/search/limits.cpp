#include "sim/nccl/search/limits.h"

#include <algorithm>
#include <vector>

#include "sim/nccl/paths/usable_paths.h"

namespace treering::sim::nccl::search {
namespace {

float own_links(const system::SystemNode& gpu) {
  float nvlink = 0;
  float pci = 0;
  for (const system::SystemLink& link : gpu.links) {
    if (link.type == PathType::Nvl) nvlink += link.bandwidth;
    if (link.type == PathType::Pix) pci = link.bandwidth;
  }
  return std::max(pci, nvlink);
}

}  // namespace

SearchLimits limits_of(const SearchSpace& space) {
  const system::System& system = space.system;
  constexpr float kAlone = 5000.0F;  // src/graph/topo.h, LOC_BW: one GPU talks to itself
  if (!system.spans_nodes && system.count(system::NodeType::Gpu) == 1) return {kAlone, kAlone};
  const system::NodeType target =
      system.spans_nodes ? system::NodeType::Net : system::NodeType::Gpu;
  SearchLimits limits;
  for (const system::NodeId gpu : system.of(system::NodeType::Gpu)) {
    limits.total = std::max(limits.total, own_links(system.node(gpu)));
    for (int i = 0; i < system.count(target); ++i) {
      const paths::Path& path = space.paths.between(gpu, target, i);
      if (path.hops() > 0) limits.per_channel = std::max(limits.per_channel, path.bandwidth);
    }
  }
  return limits;
}

Reach reach_of(const SearchSpace& space) {
  const system::System& system = space.system;
  Reach reach;
  if (system.count(system::NodeType::Gpu) > 1) {
    reach.nearest_intra = paths::closest(system, space.paths, system::NodeType::Gpu);
    reach.farthest_intra = paths::farthest(system, space.paths, system::NodeType::Gpu);
  }
  if (system.spans_nodes) {
    reach.nearest_inter = paths::closest(system, space.paths, system::NodeType::Net);
    reach.farthest_inter = paths::farthest(system, space.paths, system::NodeType::Net);
    reach.farthest_intra = reach.farthest_inter;
  }
  return reach;
}

bool has_two_nvlink_islands(const SearchSpace& space) {
  const int gpus = space.system.count(system::NodeType::Gpu);
  std::vector<int> island(static_cast<std::size_t>(gpus));
  for (int g = 0; g < gpus; ++g) island[static_cast<std::size_t>(g)] = g;
  for (int g = 0; g < gpus; ++g) {
    for (int other = g + 1; other < gpus; ++other) {
      const paths::Path& path = space.paths.between(space.system.at(system::NodeType::Gpu, g),
                                                    system::NodeType::Gpu, other);
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

}  // namespace treering::sim::nccl::search
