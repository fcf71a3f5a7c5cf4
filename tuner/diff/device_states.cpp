// Compares the state of matched GPUs and ports as their hosts report it: NVLinks that do not work,
// GPUs that cannot reach each other, ports that are down. A fact that only one host reports is no
// difference.
#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "tuner/diff/compare.h"

namespace treering::tuner::diff {
namespace {

using core::DeviceId;
using core::HostState;

int index_of(const core::Topology& node, DeviceId gpu) {
  return std::get<core::Gpu>(node.device(gpu).info).index;
}

const core::GpuState* state_of(const HostState& host, int index) {
  const auto found = std::ranges::find(host.gpus, index, &core::GpuState::gpu);
  return found == host.gpus.end() ? nullptr : &*found;
}

/// A yes or no in both machines; empty where one does not report it.
struct Truths {
  std::string_view topic;
  std::string_view what;
  std::optional<bool> a;
  std::optional<bool> b;
};

void compare_truths(const std::string& devices, const Truths& truths, Differences& differences) {
  const auto& [topic, what, a, b] = truths;
  if (!a || !b || *a == *b) return;
  differences.add(topic, Severity::Heavy, devices,
                  fmt::format("{}: {} in A, {} in B", what, *a ? "yes" : "no", *b ? "yes" : "no"));
}

void compare_gpus(const MatchedMachines& machines, const HostState& a, const HostState& b,
                  Differences& differences) {
  for (const Pair& pair : machines.gpus.pairs) {
    const core::GpuState* const first = state_of(a, index_of(machines.a, pair.a));
    const core::GpuState* const second = state_of(b, index_of(machines.b, pair.b));
    if (first == nullptr || second == nullptr) continue;
    const std::string& name = machines.a.device(pair.a).name;
    if (!first->model.empty() && !second->model.empty() && first->model != second->model) {
      differences.add("gpu_model", Severity::Heavy, name,
                      fmt::format("{} in A, {} in B", first->model, second->model));
    }
    compare_truths(name, {"mig", "is in MIG mode", first->has_mig, second->has_mig}, differences);
    compare_truths(name,
                   {"nvlink_fabric", "is registered with its NVLink fabric", first->in_fabric,
                    second->in_fabric},
                   differences);
  }
}

struct LinksOfGpu {
  int active = 0;
  int all = 0;
};

LinksOfGpu nvlinks_of(const HostState& host, int gpu) {
  LinksOfGpu links;
  for (const core::NvLinkState& link : host.nvlinks) {
    if (link.gpu != gpu) continue;
    links.all += 1;
    links.active += link.is_active ? 1 : 0;
  }
  return links;
}

/// The topology gives the number of working links where they lead to known devices.
void compare_nvlinks(const MatchedMachines& machines, const HostState& a, const HostState& b,
                     Differences& differences) {
  if (a.nvlinks.empty() || b.nvlinks.empty() || differences.has("nvlinks")) return;
  for (const Pair& pair : machines.gpus.pairs) {
    const LinksOfGpu first = nvlinks_of(a, index_of(machines.a, pair.a));
    const LinksOfGpu second = nvlinks_of(b, index_of(machines.b, pair.b));
    if (first.active == second.active) continue;
    differences.add("nvlink_state", Severity::Heavy, machines.a.device(pair.a).name,
                    fmt::format("{} of {} NVLinks work in A, {} of {} in B", first.active,
                                first.all, second.active, second.all));
  }
}

/// Whether two GPUs reach each other's memory, both ways; empty where it is unknown.
std::optional<bool> is_reached(const HostState& host, int one, int other) {
  std::optional<bool> both;
  for (const core::PeerState& peer : host.peers) {
    if (std::minmax(peer.from, peer.to) != std::minmax(one, other)) continue;
    if (peer.access == core::PeerAccess::Unknown) continue;
    both = both.value_or(true) && peer.access == core::PeerAccess::Ok;
  }
  return both;
}

void compare_peers(const MatchedMachines& machines, const HostState& a, const HostState& b,
                   Differences& differences) {
  if (a.peers.empty() || b.peers.empty()) return;
  const auto& gpus = machines.gpus.pairs;
  for (auto one = gpus.begin(); one != gpus.end(); ++one) {
    for (auto other = std::next(one); other != gpus.end(); ++other) {
      compare_truths(machines.a.device(one->a).name + " and " + machines.a.device(other->a).name,
                     {"peer_access", "reach each other's memory",
                      is_reached(a, index_of(machines.a, one->a), index_of(machines.a, other->a)),
                      is_reached(b, index_of(machines.b, one->b), index_of(machines.b, other->b))},
                     differences);
    }
  }
}

std::map<std::string, std::string> port_states(const HostState& host) {
  std::map<std::string, std::string> states;
  for (const core::AdapterPortState& port : host.ports) {
    if (!port.state.empty()) states[fmt::format("{} port {}", port.device, port.port)] = port.state;
  }
  return states;
}

/// Ports that are down on one host and unknown to the other, such as a built-in machine. Their
/// adapters are missing among the devices.
void remark_down_ports(const HostState& host, const HostState& other, bool is_first,
                       Differences& differences) {
  const auto known = port_states(other);
  for (const core::AdapterPortState& port : host.ports) {
    const std::string name = fmt::format("{} port {}", port.device, port.port);
    if (!is_down(port) || known.contains(name)) continue;
    const Side down{port.state, true};
    const Side unknown{"", false};
    differences.add("port_state", Severity::Heavy, name,
                    Figures{"", is_first ? down : unknown, is_first ? unknown : down});
  }
}

void compare_ports(const HostState& a, const HostState& b, Differences& differences) {
  remark_down_ports(a, b, true, differences);
  remark_down_ports(b, a, false, differences);
  const auto second = port_states(b);
  for (const auto& [name, state] : port_states(a)) {
    const auto other = second.find(name);
    if (other == second.end() || other->second == state) continue;
    differences.add("port_state", Severity::Heavy, name,
                    fmt::format("{} in A, {} in B", state, other->second));
  }
}

}  // namespace

void compare_device_states(const MatchedMachines& machines, const HostState& a, const HostState& b,
                           Differences& differences) {
  compare_gpus(machines, a, b, differences);
  compare_nvlinks(machines, a, b, differences);
  compare_peers(machines, a, b, differences);
  compare_ports(a, b, differences);
}

}  // namespace treering::tuner::diff
