#include <algorithm>

#include "sim/nccl/paths/net_affinity.h"
#include "sim/nccl/search/candidates_order.h"

namespace treering::sim::nccl::search {
namespace {

void add_once(std::vector<int>& list, int value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

/// The NETs that a GPU uses on channels 0, 1, 2, ... until they repeat.
std::vector<int> rotation(const system::System& system, const paths::PathTable& paths, int gpu) {
  const paths::NetTurns turns = net_turns(system, paths, gpu);
  std::vector<int> nets;
  for (int channel = 0; channel < paths::kMaxChannels; ++channel) {
    const int net = turns.on(channel);
    if (net < 0 || (!nets.empty() && net == nets.front())) break;
    nets.push_back(net);
  }
  return nets;
}

}  // namespace

/// With several hosts in one NVLink domain: channel by channel over all GPUs; else GPU by GPU.
std::vector<int> NetOrder::preferred(int gpu) const {
  std::vector<std::vector<int>> rotations;
  std::size_t longest = 0;
  for (int g = 0; g < system_.count(system::NodeType::Gpu); ++g) {
    if (gpu != -1 && gpu != g) continue;
    rotations.push_back(rotation(system_, paths_, g));
    longest = std::max(longest, rotations.back().size());
  }
  std::vector<int> nets;
  if (system_.hosts > 1) {
    for (std::size_t channel = 0; channel < longest; ++channel) {
      for (const auto& rotation : rotations) {
        if (channel < rotation.size()) add_once(nets, rotation[channel]);
      }
    }
  } else {
    for (const auto& rotation : rotations) {
      for (const int net : rotation) add_once(nets, net);
    }
  }
  return nets;
}

/// NCCL_NETDEVS_POLICY=MAX:n also limits the search to n NETs per GPU.
std::size_t NetOrder::most_nets(int gpu) const {
  if (system_.nets_per_gpu.kind != job::NetsPerGpu::Kind::AtMost) return system_.nodes.size();
  const int gpus = gpu == -1 ? system_.count(system::NodeType::Gpu) : 1;
  return static_cast<std::size_t>(gpus) * static_cast<std::size_t>(system_.nets_per_gpu.most);
}

const std::vector<int>& NetOrder::nets(PathType reach, int gpu) {
  const auto [place, is_new] = known_.try_emplace({reach, gpu});
  if (!is_new) return place->second;
  std::vector<int> nets = preferred(gpu);
  const std::size_t most = std::max(nets.size(), most_nets(gpu));
  for (int type = 0; type <= static_cast<int>(reach); ++type) {
    for (int g = 0; g < system_.count(system::NodeType::Gpu); ++g) {
      if (gpu != -1 && gpu != g) continue;
      for (int net = 0; net < std::min(system_.count(system::NodeType::Net), paths::kMaxChannels);
           ++net) {
        const paths::Path& path =
            paths_.between(system_.at(system::NodeType::Gpu, g), system::NodeType::Net, net);
        if (static_cast<int>(path.type) == type && nets.size() < most) add_once(nets, net);
      }
    }
  }
  return place->second = std::move(nets);
}

}  // namespace treering::sim::nccl::search
