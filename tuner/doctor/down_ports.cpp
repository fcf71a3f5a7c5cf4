#include "tuner/doctor/down_ports.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/topology/topology.h"
#include "tuner/doctor/condition.h"
#include "tuner/doctor/reach.h"

namespace treering::tuner::doctor {

namespace {

using core::AdapterPortState;

/// So many ports as GPUs, and none of the GPUs far from all of them.
bool has_port_for_every_gpu(const Condition& condition) {
  const core::Topology& node = condition.cluster.node;
  const std::size_t ports = node.of_kind(core::DeviceKind::NicPort).size();
  if (ports < static_cast<std::size_t>(std::max(node.gpu_count(), 1))) return false;
  return is_place_assumed(node) ||
         gpus_at(adapter_distances(across_nodes(condition)), sim::nccl::PathType::Sys).empty();
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

namespace {

bool is_of_same_kind(const AdapterPortState& port, const AdapterPortState& other) {
  return other.link_layer == port.link_layer && other.model_rate_mbps == port.model_rate_mbps;
}

/// By the states of ports alone, where the topology has none: the fastest adapters are those of the
/// GPUs.
DownPort meaning_by_kind(const Patient& patient, const AdapterPortState& port) {
  const std::vector<AdapterPortState>& ports = patient.host.ports;
  if (std::ranges::all_of(ports, core::is_down)) return DownPort::Unknown;
  const bool has_faster = std::ranges::any_of(ports, [&](const AdapterPortState& other) {
    return other.model_rate_mbps.value_or(0) > port.model_rate_mbps.value_or(0);
  });
  if (has_faster) return DownPort::OtherKind;
  std::ptrdiff_t down = 0;
  std::ptrdiff_t working = 0;
  for (const AdapterPortState& other : ports) {
    if (is_of_same_kind(port, other)) ++(core::is_down(other) ? down : working);
  }
  // Without the number of GPUs: second ports of adapters are as often unused as the first are not.
  const int gpus = patient.condition.cluster.node.gpu_count();
  if (gpus == 0) return working == 0 || working > down ? DownPort::Missed : DownPort::Unknown;
  return working >= gpus ? DownPort::Spare : DownPort::Missed;
}

}  // namespace

DownPort meaning_of(const Patient& patient, const AdapterPortState& port) {
  const std::vector<AdapterPortState>& ports = patient.host.ports;
  if (patient.condition.cluster.node.of_kind(core::DeviceKind::NicPort).empty()) {
    return meaning_by_kind(patient, port);
  }
  if (has_port_for_every_gpu(patient.condition)) return DownPort::Spare;
  const auto is_match = [&](const AdapterPortState& other) {
    return is_working_match(port, other);
  };
  if (std::ranges::any_of(ports, is_match)) return DownPort::Missed;
  return std::ranges::all_of(ports, core::is_down) ? DownPort::Unknown : DownPort::OtherKind;
}

}  // namespace treering::tuner::doctor
