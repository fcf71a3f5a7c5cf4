#include <cmath>
#include <optional>
#include <set>
#include <string_view>

#include "core/topology/part.h"
#include "hw/complete/unknown.h"
#include "tuner/doctor/condition.h"
#include "tuner/fleet/fleet.h"
#include "tuner/fleet/subjects.h"

namespace treering::tuner::fleet {
namespace {

using core::DeviceId;
using core::DeviceKind;
using doctor::Condition;

/// A job on two such hosts; on one, where nothing joins two.
Condition condition_on(const core::Topology& node) {
  Condition condition;
  condition.cluster.node = node;
  if (node.of_kind(DeviceKind::NicPort).empty()) return condition;
  return doctor::across_nodes(std::move(condition));
}

/// The devices of the deviation, as ids of the usual host; those that it lacks are left out.
std::vector<DeviceId> devices_of(const core::Topology& node, const Deviation& deviation) {
  std::vector<DeviceId> ids;
  for (const std::string& name : deviation.devices) {
    for (DeviceId id = 0; id < static_cast<DeviceId>(node.devices().size()); ++id) {
      if (node.device(id).name == name) ids.push_back(id);
    }
  }
  return ids;
}

/// The ports of the adapters that the deviation is about.
std::set<DeviceId> ports_of(const Host& usual, const Deviation& deviation) {
  std::set<std::string> subjects;
  for (const std::string& device : deviation.devices) {
    subjects.merge(subjects_of(device, usual.machine));
  }
  const core::Topology& node = usual.machine.cluster.node;
  std::set<DeviceId> ports;
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    for (const std::string& own : subjects_of(node.device(id).name, usual.machine)) {
      if (subjects.contains(own)) ports.insert(id);
    }
  }
  return ports;
}

/// Nothing where no port is left, or none of these is one that NCCL uses.
std::optional<Condition> without_ports(const Condition& usual, const std::set<DeviceId>& lost) {
  Condition lame = usual;
  std::set<DeviceId> kept;
  for (const DeviceId id : usual.cluster.node.of_kind(DeviceKind::NicPort)) {
    if (!lost.contains(id)) kept.insert(id);
  }
  if (kept.empty() || lost.empty()) return std::nullopt;
  lame.cluster.node = core::with_ports(usual.cluster.node, kept);
  return lame;
}

std::optional<Condition> with_rates(const Condition& usual, const Deviation& deviation) {
  const auto ids = devices_of(usual.cluster.node, deviation);
  Condition lame = usual;
  for (const DeviceId id : ids) {
    if (deviation.topic != "nvlinks") {
      lame = doctor::with_pcie_above(lame, id, deviation.ratio);
      continue;
    }
    const int links = doctor::nvlinks_of(lame.cluster.node, id);
    const int left = static_cast<int>(std::lround(links * deviation.ratio));
    if (left == 0) return std::nullopt;
    lame = doctor::with_nvlinks(lame, id, left);
  }
  return lame;
}

bool has_gpu_direct(const core::Topology& node) {
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    if (std::get<core::NicPort>(node.device(id).info).gpu_direct_rdma) return true;
  }
  return false;
}

std::optional<Condition> without_gpu_direct(const Condition& usual, const Host& host) {
  if (!has_gpu_direct(usual.cluster.node) || has_gpu_direct(host.machine.cluster.node)) {
    return std::nullopt;
  }
  return doctor::with_gpu_direct(usual, false);
}

/// What the topology of the host itself shows.
bool is_of_topology(std::string_view topic) {
  return topic == "nvlinks" || topic == "numa_node" || topic == "path" || topic == "gpu_model" ||
         topic == "nic_model" || topic == "c2c" || topic == "nvswitches";
}

/// The usual host with the deviation; nothing where no model knows of its effect.
std::optional<Condition> with_deviation(const Condition& usual, const Host& usual_host,
                                        const Host& host, const Deviation& deviation) {
  const std::string_view topic = deviation.topic;
  const bool is_rate = topic == "pcie_link" || topic == "pcie_state" || topic == "nvlinks";
  if (is_rate && deviation.ratio > 0) {
    if (auto lame = with_rates(usual, deviation)) return lame;
  }
  if ((topic == "port_rate" || topic == "cable_rate") && deviation.ratio > 0) {
    const auto ports = ports_of(usual_host, deviation);
    if (ports.empty()) return std::nullopt;
    return doctor::with_port_speeds(usual, deviation.ratio, ports);
  }
  const bool is_gone =
      (topic == "nic_missing" || topic == "port_missing") && deviation.value == "missing";
  const bool is_down = topic == "port_state" && deviation.usual == "ACTIVE";
  if (is_gone || is_down || topic == "cable_missing") {
    return without_ports(usual, ports_of(usual_host, deviation));
  }
  if (topic == "peermem" || topic == "dmabuf" || topic == "gpu_direct") {
    return without_gpu_direct(usual, host);
  }
  if (!is_of_topology(topic)) return std::nullopt;
  // What is assumed of GPUs may differ because NVLinks do, and would count as a loss.
  const core::Topology& node = host.machine.cluster.node;
  const bool is_guess = hw::complete::unknown_gpu(node) != nullptr ||
                        hw::complete::unknown_gpu(usual.cluster.node) != nullptr;
  if (is_guess) return std::nullopt;
  Condition own = usual;
  own.cluster.node = node;
  return own;
}

}  // namespace

std::vector<doctor::Loss> FleetLosses::of(const std::vector<Host>& hosts, const Kind& kind,
                                          const Deviation& deviation) {
  const Host& usual_host = hosts[kind.usual];
  const Condition usual = condition_on(usual_host.machine.cluster.node);
  const auto lame = with_deviation(usual, usual_host, hosts[deviation.hosts.front()], deviation);
  if (!lame || *lame == usual) return {};
  return meter_.losses({*lame, usual});
}

}  // namespace treering::tuner::fleet
