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

/// The first of `gpus` that uses the NET on some channel. \param turns of each of them
int first_user(int net, const std::vector<int>& gpus, const std::vector<const NetTurns*>& turns) {
  int most = 0;  // channels after these use the same NETs again
  for (const NetTurns* const one : turns) most = std::max(most, one->spread);
  for (int channel = 0; channel < std::min(most, kMaxChannels); ++channel) {
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      if (turns[i]->on(channel) == net) return gpus[i];
    }
  }
  return -1;
}

std::vector<int> nearest_gpus(const system::System& system, const PathTable& paths, int net) {
  return nearest(system, paths, system.at(system::NodeType::Net, net), system::NodeType::Gpu);
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

NetTurns net_turns(const system::System& system, const PathTable& paths, int gpu) {
  NetTurns turns;
  turns.nets = nearest(system, paths, system.at(system::NodeType::Gpu, gpu), system::NodeType::Net);
  if (turns.nets.empty()) return turns;
  const int count = static_cast<int>(turns.nets.size());
  const int device = system.gpu(gpu).device;
  const bool power_of_two = std::has_single_bit(static_cast<unsigned>(count));
  turns.first = power_of_two ? mirrored_bits(device, count) : device;
  turns.spread = spread_over(system, paths, turns.nets);
  return turns;
}

int net_of_gpu(const system::System& system, const PathTable& paths, int gpu, int channel) {
  return net_turns(system, paths, gpu).on(channel);
}

int net_of_number(const system::System& system, std::int64_t number, int host) {
  int found = -1;
  for (int index = 0; index < system.count(system::NodeType::Net); ++index) {
    if (system.net(index).device != number) continue;
    if (system.node(system.at(system::NodeType::Net, index)).host == host) return index;
    if (found < 0) found = index;
  }
  return found;
}

int gpu_of_net(const system::System& system, const PathTable& paths, int net) {
  const std::vector<int> gpus = nearest_gpus(system, paths, net);
  std::vector<NetTurns> turns;
  for (const int gpu : gpus) turns.push_back(net_turns(system, paths, gpu));
  std::vector<const NetTurns*> refs;
  for (const NetTurns& one : turns) refs.push_back(&one);
  return first_user(net, gpus, refs);
}

std::vector<int> gpus_of_nets(const system::System& system, const PathTable& paths) {
  std::vector<NetTurns> turns;
  for (int gpu = 0; gpu < system.count(system::NodeType::Gpu); ++gpu) {
    turns.push_back(net_turns(system, paths, gpu));
  }
  std::vector<int> users;
  for (int net = 0; net < system.count(system::NodeType::Net); ++net) {
    const std::vector<int> gpus = nearest_gpus(system, paths, net);
    std::vector<const NetTurns*> own;
    for (const int gpu : gpus) own.push_back(&turns[static_cast<std::size_t>(gpu)]);
    users.push_back(first_user(net, gpus, own));
  }
  return users;
}

}  // namespace treering::sim::nccl::paths
