// Compares the state of matched GPUs and ports as their hosts report it: NVLinks that do not work,
// GPUs that cannot reach each other, ports that are down. A fact that only one host reports is no
// difference.
#include <algorithm>
#include <optional>
#include <set>

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
  if (!a || !b) return differences.leave_out(topic, devices);
  if (*a == *b) return;
  differences.add(topic, Weight::Heavy, devices,
                  Values{std::string(what), *a ? "yes" : "no", *b ? "yes" : "no"});
}

/// A text of both machines that is a name or a version; empty where one does not report it.
void compare_texts(std::string_view topic, Weight weight, const std::string& device,
                   const Values& values, Differences& differences) {
  if (values.a.empty() || values.b.empty()) return differences.leave_out(topic, device);
  if (values.a != values.b) differences.add(topic, weight, device, values);
}

void compare_gpus(const MatchedMachines& machines, const HostState& a, const HostState& b,
                  Differences& differences) {
  for (const Pair& pair : machines.gpus.pairs) {
    const core::GpuState* const first = state_of(a, index_of(machines.a, pair.a));
    const core::GpuState* const second = state_of(b, index_of(machines.b, pair.b));
    if (first == nullptr || second == nullptr) continue;
    const std::string& name = machines.a.device(pair.a).name;
    compare_texts("gpu_model", Weight::Heavy, name, {"", first->model, second->model}, differences);
    // Models have versions of their own.
    if (first->model == second->model) {
      compare_texts("vbios", Weight::Possible, name, {"VBIOS", first->vbios, second->vbios},
                    differences);
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
  if (differences.has("nvlinks")) return;
  if (a.nvlinks.empty() || b.nvlinks.empty()) return differences.leave_out("nvlink_state");
  for (const Pair& pair : machines.gpus.pairs) {
    const LinksOfGpu first = nvlinks_of(a, index_of(machines.a, pair.a));
    const LinksOfGpu second = nvlinks_of(b, index_of(machines.b, pair.b));
    if (first.active == second.active) continue;
    differences.add("nvlink_state", Weight::Heavy, machines.a.device(pair.a).name,
                    fmt::format("{} of {} NVLinks work in A, {} of {} in B", first.active,
                                first.all, second.active, second.all),
                    {"NVLinks that work", fmt::format("{} of {}", first.active, first.all),
                     fmt::format("{} of {}", second.active, second.all)});
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
  if (a.peers.empty() || b.peers.empty()) return differences.leave_out("peer_access");
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

std::string title_of_port(const core::AdapterPortState& port) {
  return fmt::format("{} port {}", port.device, port.port);
}

/// The same port of another host: that of the adapter at the same place, whatever its name; else
/// the one of that name. Null for none.
const core::AdapterPortState* same_port(const core::AdapterPortState& port, const HostState& host) {
  const auto with = [&](auto is_it) -> const core::AdapterPortState* {
    const auto found = std::ranges::find_if(host.ports, [&](const core::AdapterPortState& other) {
      return other.port == port.port && is_it(other);
    });
    return found == host.ports.end() ? nullptr : &*found;
  };
  const auto* const at_place = with([&](const core::AdapterPortState& other) {
    return !port.bus_id.empty() && other.bus_id == port.bus_id;
  });
  if (at_place != nullptr) return at_place;
  return with([&](const core::AdapterPortState& other) { return other.device == port.device; });
}

/// Ports that are down on one host and unknown to the other, such as a built-in machine. Their
/// adapters are missing among the devices.
void remark_down_ports(const HostState& host, const HostState& other, bool is_first,
                       Differences& differences) {
  for (const core::AdapterPortState& port : host.ports) {
    const auto* const same = same_port(port, other);
    if (!is_down(port) || (same != nullptr && !same->state.empty())) continue;
    const Side down{port.state, true};
    const Side unknown{"", false};
    differences.add("port_state", Weight::Heavy, title_of_port(port),
                    Figures{"", is_first ? down : unknown, is_first ? unknown : down});
  }
}

void compare_ports(const HostState& a, const HostState& b, Differences& differences) {
  remark_down_ports(a, b, true, differences);
  remark_down_ports(b, a, false, differences);
  std::set<std::string> adapters;  // each has one firmware
  for (const core::AdapterPortState& port : a.ports) {
    const auto* const other = same_port(port, b);
    if (other == nullptr) continue;
    const std::string title = title_of_port(port);
    compare_texts("port_state", Weight::Heavy, title, {"", port.state, other->state}, differences);
    compare_texts("link_layer", Weight::Heavy, title, {"", port.link_layer, other->link_layer},
                  differences);
    if (!adapters.insert(port.device).second) continue;
    compare_texts("nic_firmware", Weight::Possible, port.device,
                  {"firmware", port.firmware, other->firmware}, differences);
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
