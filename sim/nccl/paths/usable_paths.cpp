#include "sim/nccl/paths/usable_paths.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "sim/nccl/paths/net_affinity.h"
#include "sim/nccl/versions/version.h"

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

namespace {

/// The CPU with the fewest hops from a GPU; -1 when it reaches none.
int nearest_cpu(const system::System& system, const PathTable& paths, int gpu) {
  int best = -1;
  int fewest = 0;
  for (int c = 0; c < system.count(system::NodeType::Cpu); ++c) {
    const int hops =
        paths.between(system.at(system::NodeType::Gpu, gpu), system::NodeType::Cpu, c).hops();
    if (hops > 0 && (best < 0 || hops < fewest)) {
      best = c;
      fewest = hops;
    }
  }
  return best;
}

struct Place {
  system::NodeType type;
  int index;
};

class PathRules {
 public:
  PathRules(const system::System& system, const LinkTable& links, const job::PathPolicy& policy)
      : system_(system),
        links_(links),
        policy_(policy),
        paths_(shortest_paths(system, links, policy)) {}

  PathTable apply() && {
    divert_far_gpu_pairs();
    mark_network_pairs({system_, links_, policy_, peer_to_peer_reach(system_, policy_)}, paths_);
    mark_c2c_nics();
    for (int net = 0; net < system_.count(system::NodeType::Net); ++net) {
      for (int gpu = 0; gpu < system_.count(system::NodeType::Gpu); ++gpu) {
        if (policy_.pxn) reach_through_peer(gpu, net);
        divert_without_gpu_direct(gpu, net);
      }
    }
    return std::move(paths_);
  }

 private:
  system::NodeId gpu_node(int gpu) const { return system_.at(system::NodeType::Gpu, gpu); }
  system::NodeId net_node(int net) const { return system_.at(system::NodeType::Net, net); }
  Path& path(Place from, Place to) {
    return paths_.between(system_.at(from.type, from.index), to.type, to.index);
  }

  /// Replaces from -> to by from -> by -> to.
  void divert(Place from, Place by, Place to) {
    const Path first = path(from, by);
    const Path second = path(by, to);
    Path joined = first;
    joined.links.insert(joined.links.end(), second.links.begin(), second.links.end());
    joined.bandwidth = std::min(first.bandwidth, second.bandwidth);
    joined.type =
        by.type == system::NodeType::Gpu ? PathType::Pxn : joined_type(first.type, second.type);
    path(from, to) = std::move(joined);
  }

  /// A C2C leg to the CPU and a PCI leg from it have a path type of their own.
  PathType joined_type(PathType a, PathType b) const {
    const auto [low, high] = std::minmax(a, b);
    const bool is_p2c = policy_.p2c && high == PathType::Phb && low == PathType::C2c;
    return is_p2c ? PathType::P2c : high;
  }

  void divert_far_gpu_pairs() {
    const PathType reach = peer_to_peer_reach(system_, policy_);
    for (int to = 0; to < system_.count(system::NodeType::Gpu); ++to) {
      for (int from = 0; from < system_.count(system::NodeType::Gpu); ++from) {
        if (path({system::NodeType::Gpu, from}, {system::NodeType::Gpu, to}).type <= reach)
          continue;
        const int cpu = nearest_cpu(system_, paths_, to);
        if (cpu >= 0)
          divert({system::NodeType::Gpu, from}, {system::NodeType::Cpu, cpu},
                 {system::NodeType::Gpu, to});
      }
    }
  }

  void mark_c2c_nics() {
    for (int net = 0; net < system_.count(system::NodeType::Net); ++net) {
      for (int gpu = 0; gpu < system_.count(system::NodeType::Gpu); ++gpu) {
        const int cpu = nearest_cpu(system_, paths_, gpu);
        if (cpu < 0) continue;
        const PathType gpu_leg =
            path({system::NodeType::Gpu, gpu}, {system::NodeType::Cpu, cpu}).type;
        const PathType net_leg =
            path({system::NodeType::Net, net}, {system::NodeType::Cpu, cpu}).type;
        if (joined_type(gpu_leg, net_leg) != PathType::P2c) continue;
        PathType& out = path({system::NodeType::Gpu, gpu}, {system::NodeType::Net, net}).type;
        PathType& in = path({system::NodeType::Net, net}, {system::NodeType::Gpu, gpu}).type;
        out = std::min(PathType::P2c, out);
        in = std::min(PathType::P2c, in);
      }
    }
  }

  /// PXN: sends to a NIC through the GPU next to it if that path is wider or avoids the CPU.
  void reach_through_peer(int gpu, int net) {
    const int peer = gpu_of_net(system_, paths_, net);
    if (peer < 0 || peer == gpu) return;
    const Path& peer_to_net = path({system::NodeType::Gpu, peer}, {system::NodeType::Net, net});
    const Path& direct = path({system::NodeType::Gpu, gpu}, {system::NodeType::Net, net});
    const PathType reach = policy_.pxn_over_c2c ? PathType::P2c : PathType::Pxb;
    const bool peer_is_close =
        peer_to_net.type <= reach &&
        path({system::NodeType::Gpu, peer}, {system::NodeType::Gpu, gpu}).type <= PathType::Nvl &&
        system_.node(gpu_node(peer)).host == system_.node(gpu_node(gpu)).host;
    const bool is_better = peer_to_net.bandwidth > direct.bandwidth || direct.type > PathType::Pxn;
    if (peer_is_close && is_better) {
      divert({system::NodeType::Gpu, gpu}, {system::NodeType::Gpu, peer},
             {system::NodeType::Net, net});
    }
  }

  void divert_without_gpu_direct(int gpu, int net) {
    if (path({system::NodeType::Gpu, gpu}, {system::NodeType::Net, net}).type >= PathType::Phb)
      return;
    if (gpu_direct({system_, links_, policy_, paths_}, gpu, net) != GpuDirect::Off) return;
    const int cpu = nearest_cpu(system_, paths_, gpu);
    if (cpu < 0) return;
    divert({system::NodeType::Net, net}, {system::NodeType::Cpu, cpu},
           {system::NodeType::Gpu, gpu});
    divert({system::NodeType::Gpu, gpu}, {system::NodeType::Cpu, cpu},
           {system::NodeType::Net, net});
  }

  const system::System& system_;
  const LinkTable& links_;
  const job::PathPolicy& policy_;
  PathTable paths_;
};

/// Calls `visit` with the type of every path from a GPU to another node of type `to`.
template <class Visit>
void for_each_gpu_path(const system::System& system, const PathTable& paths, system::NodeType to,
                       Visit visit) {
  for (int gpu = 0; gpu < system.count(system::NodeType::Gpu); ++gpu) {
    for (int i = 0; i < system.count(to); ++i) {
      if (to == system::NodeType::Gpu && i == gpu) continue;
      visit(paths.between(system.at(system::NodeType::Gpu, gpu), to, i).type);
    }
  }
}

}  // namespace

job::PathPolicy policy_of(const job::JobSpec& job) {
  const versions::PathConstants& known = versions::version(job.nccl_version).paths;
  job::PathPolicy policy = job.settings.paths;
  policy.has_pcie_peers = job.pcie_peers != job::Feature::Off;
  policy.p2c = policy.p2c && known.p2c;
  policy.pxn_over_c2c = policy.pxn_over_c2c && known.pxn_over_c2c;
  return policy;
}

PathType peer_to_peer_reach(const system::System& system, const job::PathPolicy& policy) {
  // NCCL v2.28.9-1, src/graph/paths.cc, ncclTopoCheckP2p: a pair that NVML does not allow is as far
  // as one that NCCL_P2P_LEVEL rules out. NVLinks are allowed also between cards without.
  const PathType most = policy.has_pcie_peers ? PathType::Dis : PathType::Nvb;
  if (policy.peer_to_peer_reach) return std::min(*policy.peer_to_peer_reach, most);
  const system::CpuNode& cpu = system.cpu(0);
  const bool amd = cpu.arch == CpuArch::X86 && cpu.vendor == CpuVendor::Amd;
  const bool is_pair = system.count(system::NodeType::Gpu) <= 2;
  return std::min(amd && is_pair ? PathType::Sys : PathType::Pxb, most);
}

std::string_view name_of(GpuDirect mode) {
  constexpr std::array<std::string_view, 3> kNames{"off", "on", "PCIe"};
  return kNames.at(static_cast<std::size_t>(mode));
}

GpuDirect gpu_direct(const PathView& view, int gpu, int net) {
  const system::System& system = view.system;
  if (!system.net(net).gpu_direct_rdma || !system.gpu(gpu).gpu_direct_rdma) return GpuDirect::Off;
  const int user = relay_of(view, gpu, net);
  const system::NodeId node = system.at(system::NodeType::Gpu, user);
  PathType distance = view.paths.between(node, system::NodeType::Net, net).type;
  if (view.policy.gpu_direct_over_c2c && distance == PathType::P2c) distance = PathType::C2c;
  if (distance > view.policy.gpu_direct_reach) return GpuDirect::Off;
  const int cpu = nearest_cpu(system, view.paths, user);
  const bool has_c2c =
      cpu >= 0 && view.paths.between(node, system::NodeType::Cpu, cpu).type == PathType::C2c;
  return has_c2c && distance != PathType::C2c ? GpuDirect::OverPcie : GpuDirect::On;
}

int relay_of(const PathView& view, int gpu, int net) {
  const auto& gpus = view.system.of(system::NodeType::Gpu);
  const Path& path =
      view.paths.between(view.system.at(system::NodeType::Gpu, gpu), system::NodeType::Net, net);
  if (path.type != PathType::Pxn) return gpu;
  for (const LinkId link : path.links) {
    const auto found = std::ranges::find(gpus, view.links[link].to);
    if (found != gpus.end()) return static_cast<int>(found - gpus.begin());
  }
  return gpu;
}

PathTable usable_paths(const system::System& system, const LinkTable& links,
                       const job::PathPolicy& policy) {
  return PathRules(system, links, policy).apply();
}

PathType farthest(const system::System& system, const PathTable& paths, system::NodeType to) {
  PathType result = PathType::Loc;
  for_each_gpu_path(system, paths, to, [&](PathType type) { result = std::max(result, type); });
  return result;
}

PathType closest(const system::System& system, const PathTable& paths, system::NodeType to) {
  PathType result = PathType::Sys;
  for_each_gpu_path(system, paths, to, [&](PathType type) { result = std::min(result, type); });
  return result;
}

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
