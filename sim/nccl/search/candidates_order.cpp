#include "sim/nccl/search/candidates_order.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "sim/nccl/paths/net_affinity.h"

namespace treering::sim::nccl::search {

namespace {

/// Bandwidths are in whole GB/s. Scores compare field by field, the smaller first.
struct Score {
  int inter_bandwidth = 0;  // negated: wide first
  int pci_bandwidth = 0;    // negated
  int inter_hops = 0;
  int intra_bandwidth = 0;  // negated
  int intra_hops = 0;
  int distance = 0;  // in GPU numbers, upwards
  int gpu = 0;

  auto key() const {
    return std::tie(inter_bandwidth, pci_bandwidth, inter_hops, intra_bandwidth, intra_hops,
                    distance);
  }
};

/// The bandwidth left on a GPU's own PCI link, in the narrower direction; -1 without such a link.
int pci_left(const Residual& residual, system::NodeId gpu) {
  const paths::LinkTable& links = residual.links();
  const auto begin = links.first_of[static_cast<std::size_t>(gpu)];
  const auto end = links.first_of[static_cast<std::size_t>(gpu) + 1];
  for (paths::LinkId id = begin; id < end; ++id) {
    if (links[id].type != PathType::Pix) continue;
    const system::NodeId above = links[id].to;
    const auto above_begin = links.first_of[static_cast<std::size_t>(above)];
    const auto above_end = links.first_of[static_cast<std::size_t>(above) + 1];
    for (paths::LinkId down = above_begin; down < above_end; ++down) {
      if (links[down].to != gpu) continue;
      return static_cast<int>(std::min(residual.left(id), residual.left(down)));
    }
  }
  return -1;
}

std::vector<Score> scores(const paths::PathTable& paths, const Residual& residual,
                          const std::vector<bool>& used, const GpuOrderRequest& request) {
  const system::System& system = residual.system();
  const int gpus = system.count(system::NodeType::Gpu);
  std::vector<Score> result;
  result.reserve(static_cast<std::size_t>(gpus));
  for (int distance = 1; distance < gpus; ++distance) {
    const int gpu = (request.from + distance) % gpus;
    const system::NodeId node = system.at(system::NodeType::Gpu, gpu);
    const paths::Path& path =
        paths.between(system.at(system::NodeType::Gpu, request.from), system::NodeType::Gpu, gpu);
    if (path.hops() == 0 || used[static_cast<std::size_t>(gpu)]) continue;
    Score score;
    score.gpu = gpu;
    score.distance = distance;
    score.intra_hops = path.hops();
    score.intra_bandwidth = -static_cast<int>(path.bandwidth);
    if (request.pull != NetPull::None) {
      const paths::Path& from_net = paths.between(
          system.at(system::NodeType::Net, request.start_net), system::NodeType::Gpu, gpu);
      score.inter_hops = from_net.hops();
      score.inter_bandwidth = -static_cast<int>(from_net.bandwidth);
      score.pci_bandwidth = -pci_left(residual, node);
    }
    result.push_back(score);
  }
  std::ranges::sort(result, {}, [](const Score& score) { return score.key(); });
  return result;
}

bool differ_inside(const std::vector<Score>& scores) {
  return std::ranges::any_of(scores, [&](const Score& score) {
    return score.intra_bandwidth != scores.front().intra_bandwidth ||
           score.intra_hops != scores.front().intra_hops;
  });
}

/// The GPUs numbered just below and above, the one to try first at the end.
std::vector<int> neighbours(Pattern pattern, int gpu, int gpus) {
  const int previous = (gpu - 1 + gpus) % gpus;
  const int next = (gpu + 1) % gpus;
  std::vector<int> order;
  if (pattern == Pattern::Ring) {
    order = {next, previous};
  } else if (pattern == Pattern::SplitTree || pattern == Pattern::BalancedTree) {
    order = {previous, next};
  } else {
    order = {next};
  }
  if (next == previous) order.resize(1);
  return order;
}

/// Behind NVSwitches NCCL tries only the neighbours by number, however the others score. No scores
/// are computed for them, because a rack has 72 GPUs.
std::vector<int> next_behind_nvswitches(const paths::PathTable& paths, const system::System& system,
                                        const std::vector<bool>& used,
                                        const GpuOrderRequest& request) {
  const system::NodeId from = system.at(system::NodeType::Gpu, request.from);
  std::vector<int> close;
  close.reserve(2);
  for (const int gpu :
       neighbours(request.pattern, request.from, system.count(system::NodeType::Gpu))) {
    const bool is_free = gpu != request.from && !used[static_cast<std::size_t>(gpu)];
    if (is_free && paths.between(from, system::NodeType::Gpu, gpu).hops() != 0) {
      close.insert(close.begin(), gpu);
    }
  }
  return close;
}

}  // namespace

std::vector<int> next_gpus(const paths::PathTable& paths, const Residual& residual,
                           const std::vector<bool>& used, const GpuOrderRequest& request) {
  const system::System& system = residual.system();
  if (system.count(system::NodeType::Nvs) > 0) {
    return next_behind_nvswitches(paths, system, used, request);
  }
  const std::vector<Score> sorted = scores(paths, residual, used, request);
  std::vector<int> order;
  order.reserve(sorted.size());
  for (const Score& score : sorted) order.push_back(score.gpu);
  if (request.pull == NetPull::AwayFrom && !differ_inside(sorted)) {
    std::ranges::reverse(order);
  }
  return order;
}

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
