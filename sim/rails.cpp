#include "sim/rails.h"

#include <algorithm>

#include "sim/nccl/paths/net_affinity.h"
#include "sim/nccl/paths/usable_paths.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/system/system.h"

namespace treering::sim {
namespace {

using nccl::system::NodeType;
using nccl::system::System;

/// Ports of the same host before this one.
int rail_of(const System& system, int net) {
  const int host = system.node(system.at(NodeType::Net, net)).host;
  int before = 0;
  for (int i = 0; i < system.count(NodeType::Net); ++i) {
    const bool is_beside = system.node(system.at(NodeType::Net, i)).host == host;
    if (is_beside && system.net(i).device < system.net(net).device) ++before;
  }
  return before;
}

RailPort port_of(const System& system, const core::Topology& node, int net) {
  const core::Device& port = node.device(system.node(system.at(NodeType::Net, net)).device);
  return {port.name, system.net(net).device, rail_of(system, net),
          std::get<core::NicPort>(port.info).speed_mbps};
}

}  // namespace

std::vector<GpuRail> rails_of(const core::Topology& node, const job::JobSpec& job) {
  const std::size_t ends =
      node.of_kind(core::DeviceKind::Gpu).size() + node.of_kind(core::DeviceKind::NicPort).size();
  job::JobSpec over_nodes = job;  // in a job on one node NCCL leaves the network out
  over_nodes.nodes = std::max(job.nodes, 2);
  if (ends > kMostRailEnds || nccl::why_not(node, over_nodes)) return {};
  const core::Topology used = nccl::system::as_used(node, over_nodes.settings);
  over_nodes.settings.adapters.reset();
  over_nodes.settings.nics = {};
  const System system = nccl::system::make_system(used, over_nodes);
  const auto links = nccl::paths::number_links(system);
  const auto paths = nccl::paths::usable_paths(system, links, nccl::paths::policy_of(over_nodes));

  const std::vector<core::DeviceId> ranks = nccl::system::local_ranks(node, over_nodes);
  std::vector<GpuRail> rails(ranks.size());
  for (int gpu = 0; gpu < system.count(NodeType::Gpu); ++gpu) {
    const auto rank = static_cast<std::size_t>(system.gpu(gpu).rank);
    GpuRail& rail = rails[rank];
    rail.gpu = ranks[rank];
    for (int channel = 0; channel < nccl::paths::kMaxChannels; ++channel) {
      const int net = nccl::paths::net_of_gpu(system, paths, gpu, channel);
      if (net < 0) break;
      const RailPort port = port_of(system, used, net);
      if (std::ranges::find(rail.ports, port) != rail.ports.end()) break;  // they go round
      if (rail.ports.empty()) {
        rail.path = paths.between(system.at(NodeType::Gpu, gpu), NodeType::Net, net).type;
      }
      rail.ports.push_back(port);
    }
  }
  return rails;
}

}  // namespace treering::sim
