#include "sim/nccl/connections/node_reach.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sim/nccl/paths/usable_paths.h"
#include "sim/nccl/system/build_steps.h"
#include "sim/nccl/versions/constants.h"
#include "sim/nccl/versions/graph_constants.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::connections {
namespace {

using paths::Path;
using system::NodeType;
using system::System;

/// Channels that messages to a peer get where no NVLink or number of NICs says more: NCCL
/// v2.28.9-1, src/graph/paths.cc, ncclTopoGetNchannels.
constexpr int kUsualChannels = 2;
/// Messages at once that a channel takes before NCCL gives each peer fewer channels; same place.
constexpr int kMessagesPerChannel = 4;

/// The machine as NCCL sees it after it has left out the GPUs of other nodes.
System system_of(const core::Topology& machine, const job::JobSpec& job,
                 const std::vector<int>& ranks) {
  System system = system::make_system(machine, job);
  std::vector<int> left_out;
  for (int gpu = 0; gpu < system.count(NodeType::Gpu); ++gpu) {
    if (!std::ranges::binary_search(ranks, system.gpu(gpu).rank)) left_out.push_back(gpu);
  }
  if (!left_out.empty()) system::remove_gpus(system, left_out);
  return system;
}

std::vector<int> indices_of(const System& system) {
  std::vector<int> indices;
  for (int gpu = 0; gpu < system.count(NodeType::Gpu); ++gpu) {
    const auto rank = static_cast<std::size_t>(system.gpu(gpu).rank);
    if (indices.size() <= rank) indices.resize(rank + 1, -1);
    indices[rank] = gpu;
  }
  return indices;
}

std::vector<paths::NetTurns> turns_of(const System& system, const paths::PathTable& table) {
  std::vector<paths::NetTurns> turns;
  for (int gpu = 0; gpu < system.count(NodeType::Gpu); ++gpu) {
    turns.push_back(paths::net_turns(system, table, gpu));
  }
  return turns;
}

}  // namespace

std::string_view name_of(Transport transport) {
  constexpr std::array<std::string_view, 7> kNames{
      "P2P/CUMEM", "P2P/MNNVL", "P2P/direct", "P2P/indirect", "SHM/direct", "NET", "COLLNET"};
  return kNames.at(static_cast<std::size_t>(transport));
}

NodeReach::NodeReach(const core::Topology& machine, const job::JobSpec& job, std::vector<int> ranks)
    : ranks_(std::move(ranks)),
      job_(job),
      policy_(paths::policy_of(job)),
      system_(system_of(machine, job, ranks_)),
      links_(paths::number_links(system_)),
      paths_(paths::usable_paths(system_, links_, policy_)),
      index_of_(indices_of(system_)),
      turns_(turns_of(system_, paths_)),
      gpu_of_net_(paths::gpus_of_nets(system_, paths_)) {}

int NodeReach::index_of(int rank) const {
  return index_of_[static_cast<std::size_t>(rank)];
}

int NodeReach::host_of(int rank) const {
  return system_.node(system_.at(NodeType::Gpu, index_of(rank))).host;
}

int NodeReach::net_index(std::int64_t net, int rank) const {
  return paths::net_of_number(system_, net, host_of(rank));
}

const Path& NodeReach::between_gpus(int from, int to) const {
  return paths_.between(system_.at(NodeType::Gpu, from), NodeType::Gpu, to);
}

const Path& NodeReach::to_net(int gpu, int net) const {
  return paths_.between(system_.at(NodeType::Gpu, gpu), NodeType::Net, net);
}

bool NodeReach::leads_through_gpu(const Path& path) const {
  return path.hops() == 2 &&
         system_.node(links_[path.links.front()].to).type() == system::NodeType::Gpu;
}

bool NodeReach::share_process(int from, int to) const {
  return from / job_.gpus_per_process == to / job_.gpus_per_process && host_of(from) == host_of(to);
}

/// NCCL v2.28.9-1, src/transport/p2p.cc, p2pCanConnect, p2pSendSetup; src/transport/shm.cc,
/// shmCanConnect.
Transport NodeReach::transport(int from, int to) const {
  const Path& path = between_gpus(index_of(from), index_of(to));
  if (path.type == PathType::Net) return Transport::Net;
  if (path.type <= paths::peer_to_peer_reach(system_, policy_)) {
    if (leads_through_gpu(path)) return Transport::Indirect;
    if (share_process(from, to)) return Transport::Direct;
    return system_.hosts > 1 ? Transport::Mnnvl : Transport::P2p;
  }
  return host_of(from) == host_of(to) && policy_.shared_memory ? Transport::SharedMemory
                                                               : Transport::Net;
}

WayOut NodeReach::over(std::int64_t net, int from) const {
  const int index = net_index(net, from);
  if (index < 0) return {};
  return {net, system_.gpu(paths::relay_of(view(), index_of(from), index)).rank};
}

std::int64_t NodeReach::own_net(int rank, int channel) const {
  const int net = turns_[static_cast<std::size_t>(index_of(rank))].on(channel);
  return net < 0 ? -1 : system_.net(net).device;
}

WayOut NodeReach::towards_device(int from, int device, int channel) const {
  const WayOut own{own_net(from, channel), from};
  const bool keeps_rails = job_.settings.cross_nic == job::CrossNic::Never;
  const int level = policy_.pxn ? job_.settings.pairs.pxn_level : 0;
  if (!keeps_rails && level == 0) return own;

  const auto peer = std::ranges::find_if(ranks_, [&](int rank) {
    return gpu(rank).device == device && host_of(rank) == host_of(from);
  });
  if (peer == ranks_.end()) return own;
  const std::int64_t net = own_net(*peer, channel);
  const int index = net_index(net, from);
  if (index < 0) return own;
  const WayOut unrelayed = keeps_rails ? WayOut{net, from} : own;
  if (level == 1) {
    const bool is_reached = to_net(index_of(from), index).type <= PathType::Pxn;
    return is_reached ? over(net, from) : unrelayed;
  }
  const int relay = gpu_of_net_[static_cast<std::size_t>(index)];
  if (level != 2 || relay < 0) return unrelayed;
  const PathType reach = policy_.pxn_over_c2c ? PathType::P2c : PathType::Pxb;
  const bool is_near = between_gpus(relay, index_of(from)).type <= PathType::Nvl &&
                       to_net(relay, index).type <= reach;
  return is_near ? WayOut{net, system_.gpu(relay).rank} : unrelayed;
}

bool NodeReach::has_nvlink_peer(int gpu) const {
  const int gpus = system_.count(NodeType::Gpu);
  if (gpus == 1) return true;
  for (int other = 0; other < gpus; ++other) {
    if (other != gpu && between_gpus(gpu, other).type == PathType::Nvl) return true;
  }
  return false;
}

/// NCCL v2.28.9-1, src/graph/paths.cc, ncclTopoCheckGdr: before Ampere NETs read the memory of a
/// GPU only where its other messages do not share its PCIe link.
GpuDirect NodeReach::gpu_direct(std::int64_t net, int rank, Access access) const {
  const int index = net_index(net, rank);
  if (index < 0) return GpuDirect::Off;
  const int own = index_of(rank);
  if (access == Access::Read) {
    const job::Switch reads = job_.settings.gpu_direct_reads;
    if (reads == job::Switch::Off) return GpuDirect::Off;
    const bool is_old = system_.gpu(own).compute_capability < versions::kAmpere;
    if (reads == job::Switch::Auto && is_old && !has_nvlink_peer(own)) return GpuDirect::Off;
  }
  return paths::gpu_direct(view(), own, index);
}

int NodeReach::channels_inside(int from, int to) const {
  const Path& path = between_gpus(from, to);
  if (path.type != PathType::Nvl) return kUsualChannels;
  const float one = versions::nvlink_bandwidth(versions::version(job_.nccl_version).hardware,
                                               system_.gpu(to).compute_capability);
  return kUsualChannels * std::max(1, static_cast<int>(path.bandwidth / one));
}

/// NCCL v2.28.9-1, src/graph/topo.cc, getLocalNetCountByBw: the NETs that take as much as a GPU's
/// link to a CPU. A GPU behind a switch has no such link, and counts none.
int NodeReach::nets_for_bandwidth(int gpu) const {
  float wanted = 0;
  for (const system::SystemLink& link : system_.node(system_.at(NodeType::Gpu, gpu)).links) {
    if (system_.node(link.to).type() == NodeType::Cpu) wanted = link.bandwidth;
  }
  int nets = 0;
  float total = 0;
  for (const int net : turns_[static_cast<std::size_t>(gpu)].nets) {
    if (total >= wanted) break;
    total += to_net(gpu, net).bandwidth;
    ++nets;
  }
  return nets;
}

int NodeReach::channels_outside(int gpu, int channels, int ranks) const {
  if (job_.settings.pairs.channels_per_network) return *job_.settings.pairs.channels_per_network;
  int most = kUsualChannels;
  while (most * ranks > channels * kMessagesPerChannel && most > 1) most /= 2;
  return std::max(nets_for_bandwidth(gpu), most);
}

int NodeReach::fewest_channels(int channels, int ranks) const {
  int fewest = channels;
  const int gpus = system_.count(NodeType::Gpu);
  for (int gpu = 0; gpu < gpus; ++gpu) {
    for (int peer = 0; peer < gpus; ++peer) {
      if (peer != gpu) fewest = std::min(fewest, channels_inside(peer, gpu));
    }
    if (ranks > gpus) fewest = std::min(fewest, channels_outside(gpu, channels, ranks));
  }
  return fewest;
}

}  // namespace treering::sim::nccl::connections
