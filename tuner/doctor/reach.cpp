#include "tuner/doctor/reach.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "sim/nccl/paths/usable_paths.h"
#include "sim/nccl/plan.h"
#include "sim/rails.h"

namespace treering::tuner::doctor {

using sim::nccl::PathType;
using sim::nccl::system::NodeType;

std::vector<AdapterDistance> adapter_distances(const Condition& condition) {
  sim::job::JobSpec job = condition.job;
  job.settings = {};
  if (sim::nccl::why_not(condition.cluster.node, job)) return {};
  const auto system = sim::nccl::system::make_system(condition.cluster.node, job);
  const auto paths =
      sim::nccl::paths::shortest_paths(system, sim::nccl::paths::number_links(system));
  std::vector<AdapterDistance> found;
  for (const auto gpu : system.of(NodeType::Gpu)) {
    AdapterDistance distance{system.node(gpu).device, PathType::Dis};
    for (int net = 0; net < system.count(NodeType::Net); ++net) {
      distance.type = std::min(distance.type, paths.between(gpu, NodeType::Net, net).type);
    }
    found.push_back(distance);
  }
  return found;
}

std::set<core::DeviceId> ports_in_use(const Condition& condition, Plans& plans) {
  const Condition wide = across_nodes(condition);
  const core::Topology& node = wide.cluster.node;
  const auto ports = node.of_kind(core::DeviceKind::NicPort);
  sim::job::JobSpec job = wide.job;
  job.settings = {};
  const sim::nccl::Plan* const plan = plans.on(node, job);
  if (plan == nullptr) return {ports.begin(), ports.end()};
  std::set<std::int64_t> nets;
  for (const auto* const graph : {&plan->graphs.ring, &plan->graphs.tree, &plan->graphs.nvls}) {
    for (const auto& channel : graph->channels) {
      nets.insert(channel.nets.begin(), channel.nets.end());
    }
  }
  std::set<core::DeviceId> used;
  for (const core::DeviceId id : ports) {
    if (nets.contains(std::get<core::NicPort>(node.device(id).info).index)) used.insert(id);
  }
  return used.empty() ? std::set<core::DeviceId>(ports.begin(), ports.end()) : used;
}

std::set<core::DeviceId> rail_ports(const Condition& condition) {
  const Condition wide = across_nodes(condition);
  const core::Topology& node = wide.cluster.node;
  sim::job::JobSpec job = wide.job;
  job.settings = {};
  std::string names = "+";  // "+mlx5_0+mlx5_1+": NCCL joins ports so
  for (const sim::GpuRail& rail : sim::rails_of(node, job)) {
    for (const sim::RailPort& port : rail.ports) names += port.name + "+";
  }
  std::set<core::DeviceId> rails;
  const auto ports = node.of_kind(core::DeviceKind::NicPort);
  for (const core::DeviceId id : ports) {
    if (names.find("+" + node.device(id).name + "+") != std::string::npos) rails.insert(id);
  }
  return rails.empty() ? std::set<core::DeviceId>(ports.begin(), ports.end()) : rails;
}

std::vector<core::DeviceId> gpus_at(const std::vector<AdapterDistance>& distances, PathType type) {
  std::vector<core::DeviceId> gpus;
  for (const AdapterDistance& distance : distances) {
    if (distance.type == type) gpus.push_back(distance.gpu);
  }
  return gpus;
}

}  // namespace treering::tuner::doctor
