#include "sim/nccl/paths/domains.h"

#include <algorithm>

namespace treering::sim::nccl::paths {

std::vector<int> domains(const system::System& system, const PathTable& paths) {
  std::vector<int> domain;
  for (int gpu = 0; gpu < system.count(system::NodeType::Gpu); ++gpu) {
    int mine = gpu;
    for (int earlier = 0; earlier < gpu; ++earlier) {
      const Path& path =
          paths.between(system.at(system::NodeType::Gpu, gpu), system::NodeType::Gpu, earlier);
      if (path.type < PathType::Net) {
        mine = std::min(mine, domain[static_cast<std::size_t>(earlier)]);
      }
    }
    domain.push_back(mine);
  }
  return domain;
}

}  // namespace treering::sim::nccl::paths
