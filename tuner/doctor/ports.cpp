#include "tuner/doctor/ports.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "core/topology/topology.h"
#include "sim/nccl/paths/usable_paths.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/system/adapters.h"
#include "sim/rails.h"

namespace treering::tuner::doctor {

namespace {

// Bridges, pairs and tunnels of Docker ("br-" and hexadecimal digits), LXC, LXD, libvirt, Podman,
// Kubernetes' networks and VPNs. Not "br0" and "bond0", which people put above real ports.
constexpr std::array<std::string_view, 22> kInner{
    "docker", "br-",     "veth", "lxcbr",  "lxdbr",   "virbr", "vnet",   "podman",
    "cni",    "flannel", "cali", "cilium", "kube-",   "weave", "antrea", "tap",
    "tun",    "wg",      "zt",   "dummy",  "vboxnet", "vmnet"};

}  // namespace

bool is_inner_interface(std::string_view name) {
  return name == "lo" || std::ranges::any_of(kInner, [name](std::string_view beginning) {
           return name.starts_with(beginning);
         });
}

Patient without_inner_ports(Patient patient) {
  core::Topology& node = patient.condition.cluster.node;
  std::set<core::DeviceId> kept;
  std::vector<std::string> inner;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const std::string& name = node.device(id).name;
    if (is_inner_interface(name)) {
      inner.push_back(name);
    } else {
      kept.insert(id);
    }
  }
  if (inner.empty() || kept.empty()) return patient;
  node = sim::nccl::system::with_ports(node, kept);
  patient.inner_ports = std::move(inner);
  return patient;
}

namespace {

using core::AdapterPortState;

/// So many ports as GPUs, and none of the GPUs far from all of them.
bool has_port_for_every_gpu(const Condition& condition) {
  const core::Topology& node = condition.cluster.node;
  const std::size_t ports = node.of_kind(core::DeviceKind::NicPort).size();
  if (ports < static_cast<std::size_t>(std::max(node.gpu_count(), 1))) return false;
  return is_place_assumed(node) ||
         gpus_at(reaches(across_nodes(condition)), sim::nccl::PathType::Sys).empty();
}

}  // namespace

bool is_working_match(const AdapterPortState& port, const AdapterPortState& other) {
  if (is_down(other) || other.link_layer != port.link_layer || other.device == port.device) {
    return false;
  }
  if (!port.model_rate_mbps || !other.model_rate_mbps) {
    return port.model_rate_mbps == other.model_rate_mbps;
  }
  return *other.model_rate_mbps <= *port.model_rate_mbps;
}

DownPort meaning_of(const Patient& patient, const AdapterPortState& port) {
  const std::vector<AdapterPortState>& ports = patient.host.ports;
  if (has_port_for_every_gpu(patient.condition)) return DownPort::Spare;
  const auto is_match = [&](const AdapterPortState& other) {
    return is_working_match(port, other);
  };
  if (std::ranges::any_of(ports, is_match)) return DownPort::Missed;
  return std::ranges::all_of(ports, core::is_down) ? DownPort::Unknown : DownPort::OtherKind;
}

using sim::nccl::PathType;
using sim::nccl::system::NodeType;

std::vector<Reach> reaches(const Condition& condition) {
  sim::job::JobSpec job = condition.job;
  job.settings = {};
  if (sim::nccl::why_not(condition.cluster.node, job)) return {};
  const auto system = sim::nccl::system::make_system(condition.cluster.node, job);
  const auto paths =
      sim::nccl::paths::shortest_paths(system, sim::nccl::paths::number_links(system));
  std::vector<Reach> found;
  for (const auto gpu : system.of(NodeType::Gpu)) {
    Reach reach{system.node(gpu).device, PathType::Dis};
    for (int net = 0; net < system.count(NodeType::Net); ++net) {
      reach.type = std::min(reach.type, paths.between(gpu, NodeType::Net, net).type);
    }
    found.push_back(reach);
  }
  return found;
}

std::set<core::DeviceId> ports_in_use(const Condition& condition) {
  const Condition wide = across_nodes(condition);
  const core::Topology& node = wide.cluster.node;
  const auto ports = node.of_kind(core::DeviceKind::NicPort);
  sim::job::JobSpec job = wide.job;
  job.settings = {};
  if (sim::nccl::why_not(node, job)) return {ports.begin(), ports.end()};
  const sim::nccl::Plan plan = sim::nccl::make_plan(node, job);
  std::set<std::int64_t> nets;
  for (const auto* const graph : {&plan.graphs.ring, &plan.graphs.tree, &plan.graphs.nvls}) {
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

std::vector<core::DeviceId> gpus_at(const std::vector<Reach>& reaches, PathType type) {
  std::vector<core::DeviceId> gpus;
  for (const Reach& reach : reaches) {
    if (reach.type == type) gpus.push_back(reach.gpu);
  }
  return gpus;
}

}  // namespace treering::tuner::doctor
