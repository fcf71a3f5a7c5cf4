#include "sim/nccl/paths/net_affinity.h"

#include <algorithm>
#include <bit>

namespace treering::sim::nccl::paths {
namespace {

/// The bits of `value` below the power of two `size` in reverse order, which spreads neighbours
/// apart.
int mirrored_bits(int value, int size) {
  int mirrored = 0;
  for (int low = 1, high = size / 2; low < size; low *= 2, high /= 2) {
    if ((value & low) != 0) mirrored |= high;
  }
  return mirrored;
}

/// How many of `nets`, its nearest ones, a GPU spreads its channels over: NCCL v2.28.9-1,
/// src/graph/topo.cc, ncclTopoGetLocalNet.
int spread_over(const system::System& system, const PathTable& paths,
                const std::vector<int>& nets) {
  const int count = static_cast<int>(nets.size());
  switch (system.nets_per_gpu.kind) {
    case job::NetsPerGpu::Kind::All:
      return count;
    case job::NetsPerGpu::Kind::AtMost:
      return std::min(count, system.nets_per_gpu.most);
    case job::NetsPerGpu::Kind::FairShare:
      break;
  }
  const auto sharers =
      nearest(system, paths, system.at(system::NodeType::Net, nets.front()), system::NodeType::Gpu);
  const int sharing = static_cast<int>(sharers.size());
  return (count + sharing - 1) / sharing;
}

}  // namespace

std::vector<int> nearest(const system::System& system, const PathTable& paths, system::NodeId from,
                         system::NodeType type) {
  std::vector<int> found;
  float widest = 0;
  PathType closest = PathType::Dis;
  for (int i = 0; i < system.count(type); ++i) {
    const Path& path = paths.between(from, type, i);
    if (path.bandwidth > widest || (path.bandwidth == widest && path.type < closest)) {
      widest = path.bandwidth;
      closest = path.type;
      found.clear();
    }
    if (path.bandwidth == widest && path.type == closest) found.push_back(i);
  }
  return found;
}

int net_of_gpu(const system::System& system, const PathTable& paths, int gpu, int channel) {
  const std::vector<int> nets =
      nearest(system, paths, system.at(system::NodeType::Gpu, gpu), system::NodeType::Net);
  if (nets.empty()) return -1;
  const int count = static_cast<int>(nets.size());
  const int device = system.gpu(gpu).device;
  const bool power_of_two = std::has_single_bit(static_cast<unsigned>(count));
  const int first = power_of_two ? mirrored_bits(device, count) : device;
  return nets[static_cast<std::size_t>((first + channel % spread_over(system, paths, nets)) %
                                       count)];
}

int gpu_of_net(const system::System& system, const PathTable& paths, int net) {
  const auto gpus =
      nearest(system, paths, system.at(system::NodeType::Net, net), system::NodeType::Gpu);
  for (int channel = 0; channel < kMaxChannels; ++channel) {
    for (const int gpu : gpus) {
      if (net_of_gpu(system, paths, gpu, channel) == net) return gpu;
    }
  }
  return -1;
}

}  // namespace treering::sim::nccl::paths
