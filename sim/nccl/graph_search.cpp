#include "sim/nccl/graph_search.h"

#include <algorithm>
#include <limits>

#include "sim/nccl/net_affinity.h"
#include "sim/nccl/usable_paths.h"

namespace treering::sim::nccl {
namespace {

constexpr int kFirstWithMulticast = 90;  // compute capability; NCCL's NVLS starts with Hopper

PathType farther(PathType type) {
  return static_cast<PathType>(static_cast<int>(type) + 1);
}

/// Bandwidth that a GPU can put on one channel, and on all together.
struct Supply {
  float per_channel = 0;
  float total = 0;
};

float own_links(const SystemNode& gpu) {
  float nvlink = 0;
  float pci = 0;
  for (const SystemLink& link : gpu.links) {
    if (link.type == PathType::Nvl) nvlink += link.bandwidth;
    if (link.type == PathType::Pix) pci = link.bandwidth;
  }
  return std::max(pci, nvlink);
}

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

/// Two groups of GPUs with NVLink inside each and something slower between them.
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

/// The NET that the plugin numbers 0: not always the first in the System.
int first_numbered_net(const System& system) {
  for (int net = 0; net < system.count(NodeType::Net); ++net) {
    if (system.net(net).device == 0) return net;
  }
  return 0;
}

class GraphSearch {
 public:
  GraphSearch(const SearchSpace& space, const GraphRequest& request)
      : space_(space),
        constants_(space.constants),
        speeds_(search_speeds(constants_, space.system.spans_nodes,
                              space.system.min_compute_capability())),
        supply_(supply_of(space)) {
    const bool may_cross =
        space.system.count(NodeType::Net) > 1 &&
        (request.pattern == Pattern::Ring || request.pattern == Pattern::BalancedTree ||
         request.pattern == Pattern::SplitTree);
    cross_nic_ = may_cross ? request.cross_nic : CrossNic::Never;
    set_reach();
    best_.pattern = request.pattern;
    best_.in_network = request.in_network;
    best_.min_channels = request.min_channels;
    best_.max_channels = request.max_channels;
    best_.cross_nic = cross_nic_ == CrossNic::Always ? 1 : 0;
    best_.type_intra = nearest_intra_;
    best_.type_inter = nearest_inter_;
    best_.same_channels = request.pattern != Pattern::Nvls;
    same_channels_first_ = best_.same_channels;
    all_steps_ = constants_.all_steps;
  }

  Layout run() && {
    if (!applies()) return best_;
    limit_channels();
    start();
    loosen_until_found();
    widen();
    if (best_.channels == 0 && !best_.in_network && best_.pattern != Pattern::Nvls) fall_back();
    return best_;
  }

 private:
  int gpus() const { return space_.system.count(NodeType::Gpu); }
  float speed() const { return speeds_[speed_]; }
  bool is_last_speed() const { return speed_ + 1 >= speeds_.size(); }

  /// Nearest and farthest path types that exist on this node.
  void set_reach() {
    const System& system = space_.system;
    if (gpus() > 1) {
      nearest_intra_ = closest(system, space_.paths, NodeType::Gpu);
      farthest_intra_ = farthest(system, space_.paths, NodeType::Gpu);
    }
    if (system.spans_nodes) {
      nearest_inter_ = closest(system, space_.paths, NodeType::Net);
      farthest_inter_ = farthest(system, space_.paths, NodeType::Net);
      farthest_intra_ = farthest_inter_;
    }
  }

  bool applies() const {
    return best_.pattern != Pattern::Nvls ||
           (space_.system.count(NodeType::Nvs) > 0 &&
            space_.system.min_compute_capability() >= kFirstWithMulticast);
  }

  void limit_channels() {
    if (best_.pattern == Pattern::Nvls)
      best_.max_channels = std::min(constants_.max_nvls_heads, gpus());
    if (best_.pattern == Pattern::CollNetDirect) {
      best_.max_channels = std::min(constants_.max_direct_heads, gpus());
    }
    if (gpus() == 1 && best_.pattern != Pattern::Ring) best_.pattern = Pattern::Tree;
    if (!space_.system.spans_nodes && best_.pattern == Pattern::Nvls) {
      best_.min_channels = best_.max_channels;  // every GPU heads a channel
    }
    if (best_.pattern == Pattern::Ring && has_two_nvlink_islands(space_) &&
        best_.max_channels >= 2 && best_.min_channels == 1) {
      best_.min_channels = 2;  // trees between the islands need two
    }
  }

  void start() {
    float total = supply_.total;
    if (gpus() > 1 && best_.pattern != Pattern::Ring) {
      total = static_cast<float>(total * (gpus() * 1.0 / (gpus() - 1)));
    }
    const auto least = static_cast<float>(best_.min_channels);
    while ((speed() > supply_.per_channel || speed() * least > total) && !is_last_speed()) {
      ++speed_;
    }
    trial_ = best_;
    trial_.bw_intra = trial_.bw_inter = speed();
  }

  /// One search. True when nothing better can be found.
  bool search() {
    steps_ = trial_.same_channels ? constants_.steps_same_channels : constants_.steps;
    all_steps_ -= steps_;
    SearchOutcome outcome = search_channels(space_, trial_, std::move(best_), steps_);
    best_ = std::move(outcome.best);
    steps_ = outcome.steps_left;
    trial_.hops = outcome.hops_left;
    return outcome.end == SearchEnd::Perfect ||
           static_cast<float>(best_.channels) * best_.bw_inter >= supply_.total;
  }

  // --- first pass: ask for less until something fits ---------------------------------------------
  void loosen_until_found() {
    while (!search() && loosen()) {
    }
  }

  /// Changes one demand, the cheapest first. False when there is nothing left to try.
  bool loosen() {
    if (allow_different_channels()) return true;
    if (out_of_steps()) return false;
    if (try_simpler_tree() || allow_farther_gpus() || allow_farther_nets() || allow_other_rail() ||
        ask_less_bandwidth()) {
      return true;
    }
    return false;
  }

  bool allow_different_channels() {
    const CpuNode& cpu = space_.system.cpu(0);
    const bool through_amd = cpu.arch == CpuArch::X86 && cpu.vendor == CpuVendor::Amd &&
                             trial_.type_intra == PathType::Sys;
    if (trial_.same_channels && !through_amd) {
      trial_.same_channels = false;
      return true;
    }
    trial_.same_channels = same_channels_first_;
    return false;
  }

  bool out_of_steps() {
    all_steps_ += steps_;  // what the last search did not use
    return all_steps_ < 0 && best_.channels > 0;
  }

  bool try_simpler_tree() {
    if (space_.system.min_compute_capability() >= constants_.simpler_tree_from &&
        trial_.pattern == Pattern::BalancedTree) {
      trial_.pattern = Pattern::Tree;
      return true;
    }
    trial_.pattern = best_.pattern;
    return false;
  }

  bool allow_farther_gpus() {
    const PathType limit = space_.system.spans_nodes ? trial_.type_inter : farthest_intra_;
    if (trial_.type_intra < limit &&
        (best_.channels == 0 || trial_.type_intra < best_.type_intra)) {
      trial_.type_intra = farther(trial_.type_intra);
      if (trial_.type_intra < PathType::Dis) return true;
    }
    trial_.type_intra = nearest_intra_;
    return false;
  }

  bool allow_farther_nets() {
    if (space_.system.spans_nodes && trial_.type_inter < farthest_inter_ &&
        (best_.channels == 0 || trial_.type_inter < best_.type_inter ||
         trial_.type_inter < PathType::Pxn)) {
      trial_.type_inter = farther(trial_.type_inter);
      if (trial_.type_inter < PathType::Dis) return true;
    }
    trial_.type_inter = nearest_inter_;
    return false;
  }

  bool allow_other_rail() {
    if (cross_nic_ == CrossNic::WhenBetter && trial_.cross_nic == 0 &&
        (best_.pattern == Pattern::Ring || best_.pattern == Pattern::BalancedTree)) {
      trial_.cross_nic = 2;
      return true;
    }
    trial_.cross_nic = cross_nic_ == CrossNic::Always ? 1 : 0;
    return false;
  }

  bool ask_less_bandwidth() {
    // Half of what was found with these rules is not worth another look.
    constexpr double kWorthwhile = .49;
    if (is_last_speed()) return false;
    if (best_.channels > 0 && !(speeds_[speed_ + 1] / best_.bw_inter > kWorthwhile)) return false;
    ++speed_;
    trial_.bw_intra = trial_.bw_inter = speed();
    return true;
  }

  // --- second pass: make channels of what was found faster ---------------------------------------
  void widen() {
    double_channels();
    trial_ = best_;
    speed_ = 0;
    while (speed() > best_.bw_inter && !is_last_speed()) ++speed_;
    trial_.bw_intra = trial_.bw_inter = speed();
    trial_.min_channels = best_.channels;
    steps_ = -1;
    while (steps_ != 0 && speed_ > 0 && ask_more_bandwidth()) search();
  }

  /// Fast channels become two of half the bandwidth: one cannot be driven by one thread block.
  void double_channels() {
    constexpr int kAmpere = 80;
    if (best_.channels == 0 || best_.pattern == Pattern::Nvls ||
        best_.bw_intra < constants_.fast_channel) {
      return;
    }
    if (space_.system.min_compute_capability() > kAmpere &&
        best_.bw_intra < constants_.fast_channel_after_ampere &&
        best_.channels > constants_.split_channels_after_ampere) {
      return;
    }
    const int doubled = std::min(best_.channels * 2, best_.max_channels);
    const int per_gpu = gpus();
    for (int channel = best_.channels; channel < doubled; ++channel) {
      const int source = channel - best_.channels;
      std::copy_n(best_.gpus.begin() + source * per_gpu, per_gpu,
                  best_.gpus.begin() + channel * per_gpu);
      best_.nets[static_cast<std::size_t>(channel)] = best_.nets[static_cast<std::size_t>(source)];
    }
    const int copies = (doubled + best_.channels - 1) / best_.channels;  // rounded up
    const auto share = static_cast<float>(copies);
    best_.bw_intra /= share;
    best_.bw_inter /= share;
    best_.channels = doubled;
  }

  bool ask_more_bandwidth() {
    if (best_.pattern == Pattern::Ring) {
      trial_.bw_intra = trial_.bw_inter = speeds_[--speed_];
      return true;
    }
    if (best_.pattern == Pattern::Nvls && trial_.bw_inter == best_.bw_inter &&
        trial_.bw_inter < trial_.bw_intra * 2) {
      trial_.min_channels = trial_.max_channels = best_.channels;
      trial_.bw_inter = speeds_[--speed_];
      return true;
    }
    if (trial_.bw_intra == best_.bw_intra && trial_.bw_intra < trial_.bw_inter * 2) {
      trial_.bw_intra = speeds_[--speed_];
      return true;
    }
    return false;
  }

  /// Nothing fits: GPUs in their order at a token bandwidth (NCCL v2.28.9-1, ncclTopoCompute).
  void fall_back() {
    constexpr float kToken = 0.1F;
    best_.gpus.resize(static_cast<std::size_t>(gpus()));
    for (int g = 0; g < gpus(); ++g) best_.gpus[static_cast<std::size_t>(g)] = g;
    const int net = first_numbered_net(space_.system);
    best_.nets.assign(1, {net, net});
    best_.bw_intra = best_.bw_inter = kToken;
    best_.type_intra = best_.type_inter = PathType::Sys;
    best_.channels = 1;
  }

  const SearchSpace& space_;
  const SearchConstants& constants_;
  std::span<const float> speeds_;
  Supply supply_;
  CrossNic cross_nic_ = CrossNic::Never;
  PathType nearest_intra_ = PathType::Loc;
  PathType farthest_intra_ = PathType::Sys;
  PathType nearest_inter_ = PathType::Pix;
  PathType farthest_inter_ = PathType::Sys;
  bool same_channels_first_ = true;
  Layout best_;
  Layout trial_;
  std::size_t speed_ = 0;  // index into speeds_
  int steps_ = 0;          // left of the last search; -1 when it was perfect
  std::int64_t all_steps_ = 0;
};

}  // namespace

Layout search_graph(const SearchSpace& space, const GraphRequest& request) {
  return GraphSearch(space, request).run();
}

ChannelGraph to_channel_graph(const System& system, const Layout& layout) {
  ChannelGraph graph;
  graph.pattern = layout.pattern;
  graph.cross_nic = layout.cross_nic;
  graph.bw_intra = layout.bw_intra;
  graph.bw_inter = layout.bw_inter;
  graph.latency_inter = layout.latency_inter;
  graph.type_intra = layout.type_intra;
  graph.type_inter = layout.type_inter;
  graph.same_channels = layout.same_channels;
  const int gpus = system.count(NodeType::Gpu);
  for (int channel = 0; channel < layout.channels; ++channel) {
    NodeChannel& made = graph.channels.emplace_back();
    const int listed = layout.pattern == Pattern::Nvls ? 1 : gpus;
    for (int step = 0; step < listed; ++step) {
      const int gpu = layout.gpus[static_cast<std::size_t>(channel * gpus + step)];
      made.gpus.push_back(system.gpu(gpu).rank);
    }
    if (!system.spans_nodes) continue;
    const auto& nets = layout.nets[static_cast<std::size_t>(channel)];
    made.nets = {system.net(nets[0]).device, system.net(nets[1]).device};
  }
  return graph;
}

}  // namespace treering::sim::nccl
