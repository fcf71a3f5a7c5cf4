#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/units.h"
#include "hw/catalogue/cpus.h"
#include "hw/catalogue/gpus.h"
#include "hw/complete/unknown.h"
#include "tuner/fleet/fleet.h"

namespace treering::tuner::fleet {
namespace {

using core::DeviceKind;

/// What a fault never changes on a whole host; empty where it is unknown.
struct Look {
  std::string gpu;
  std::string cpu;
  std::string machine;
  bool has_devices = true;  // else only the host's settings are known

  [[nodiscard]] int known() const { return !gpu.empty() + !cpu.empty() + !machine.empty(); }
};

bool agree(const std::string& one, const std::string& other) {
  return one.empty() || other.empty() || one == other;
}

bool agree(const Look& one, const Look& other) {
  return one.has_devices == other.has_devices && agree(one.gpu, other.gpu) &&
         agree(one.cpu, other.cpu) && agree(one.machine, other.machine);
}

/// The most common of the texts that are not empty; of several the first by the alphabet.
std::string most_of(const std::vector<std::string>& texts) {
  std::map<std::string, int> counts;
  for (const std::string& text : texts) {
    if (!text.empty()) ++counts[text];
  }
  const auto most =
      std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
  return most == counts.end() ? "" : most->first;
}

std::string gpu_model(const Host& host, core::DeviceId id) {
  const core::Device& gpu = host.machine.cluster.node.device(id);
  if (hw::complete::is_unknown_gpu(gpu)) return "";
  if (const std::string_view name = hw::catalogue::gpu_model_name(gpu); !name.empty()) {
    return std::string(name);
  }
  const int index = std::get<core::Gpu>(gpu.info).index;
  const auto& states = host.machine.host.gpus;
  const auto state = std::ranges::find(states, index, &core::GpuState::gpu);
  if (state != states.end() && !state->model.empty()) return state->model;
  return hw::catalogue::model_of_source(gpu);
}

std::string cpu_model(const core::Device& device) {
  const auto& cpu = std::get<core::Cpu>(device.info);
  const bool is_said = cpu.arch != "x86_64" || (cpu.family && cpu.model);
  if (!is_said || !diff::is_known(device, {"arch", "vendor", "family", "model"})) return "";
  return hw::catalogue::cpu_name(cpu);
}

Look look_of(const Host& host) {
  const core::Topology& node = host.machine.cluster.node;
  std::vector<std::string> gpus;
  for (const core::DeviceId id : node.of_kind(DeviceKind::Gpu)) gpus.push_back(gpu_model(host, id));
  std::vector<std::string> cpus;
  for (const core::DeviceId id : node.of_kind(DeviceKind::Cpu)) {
    cpus.push_back(cpu_model(node.device(id)));
  }
  const auto& machine = host.machine.host.machine;
  return {most_of(gpus), most_of(cpus), machine ? machine->value : "", !node.devices().empty()};
}

/// What a host has, of what a fault changes at one device alone.
struct Equipment {
  std::size_t gpus = 0;
  std::size_t adapters = 0;  // also those whose ports are down
  std::string adapter;       // the PCI id that most have; empty when unknown
  std::int64_t mbps = 0;     // the rate that most ports have
  auto operator<=>(const Equipment&) const = default;
};

std::size_t adapters_of(const Host& host) {
  std::set<std::string> devices;
  for (const core::AdapterPortState& port : host.machine.host.ports) devices.insert(port.device);
  const std::size_t seen = host.machine.cluster.node.of_kind(DeviceKind::Nic).size();
  return std::max(devices.size(), seen);
}

Equipment equipment_of(const Host& host) {
  const core::Topology& node = host.machine.cluster.node;
  std::vector<std::string> ids;
  for (const core::DeviceId id : node.of_kind(DeviceKind::Nic)) {
    const auto& pci = node.device(id).pci;
    const bool is_said = diff::is_known(node.device(id), {"pci/vendor", "pci/device"});
    ids.push_back(pci && is_said && !pci->device.empty() ? pci->vendor + ":" + pci->device : "");
  }
  std::map<std::int64_t, int> rates;
  for (const core::DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    if (!diff::is_known(node.device(id), {"speed_mbps"})) continue;
    ++rates[std::get<core::NicPort>(node.device(id).info).speed_mbps];
  }
  const auto rate = std::ranges::max_element(rates, {}, [](const auto& one) { return one.second; });
  return {node.of_kind(DeviceKind::Gpu).size(), adapters_of(host), most_of(ids),
          rate == rates.end() ? 0 : rate->first};
}

/// Whether one number is at most half of the other, and lower by two or more.
bool is_half(std::size_t one, std::size_t other) {
  const auto [less, more] = std::minmax(one, other);
  return 2 * less <= more && more - less >= 2;
}

bool is_of_other_kind(const Equipment& one, const Equipment& usual) {
  // The same adapters at another rate are no other kind: that may be a switch or cables.
  const bool is_adapter_known = !one.adapter.empty() && !usual.adapter.empty();
  const bool has_other_rate =
      !is_adapter_known && one.mbps != 0 && usual.mbps != 0 && one.mbps != usual.mbps;
  return is_half(one.gpus, usual.gpus) || is_half(one.adapters, usual.adapters) ||
         !agree(one.adapter, usual.adapter) || has_other_rate;
}

using Members = std::vector<std::size_t>;

/// Hosts by what never changes: those of which most is known make the kinds, and the others join
/// the largest that they may belong to.
std::vector<Members> by_look(const std::vector<Host>& hosts) {
  std::vector<Look> looks;
  Members order;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    looks.push_back(look_of(hosts[i]));
    order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t i) { return looks[i].known(); });
  std::vector<Members> kinds;
  for (const std::size_t host : order) {
    Members* best = nullptr;
    for (Members& kind : kinds) {
      const bool is_larger = best == nullptr || kind.size() > best->size();
      if (is_larger && agree(looks[kind.front()], looks[host])) best = &kind;
    }
    if (best == nullptr) {
      kinds.push_back({host});
    } else {
      best->push_back(host);
    }
  }
  for (Members& kind : kinds) std::ranges::sort(kind);
  return kinds;
}

/// Takes those out that have other equipment and equals in that.
std::vector<Members> by_equipment(const std::vector<Host>& hosts, const Members& kind) {
  std::map<Equipment, Members> alike;
  for (const std::size_t host : kind) alike[equipment_of(hosts[host])].push_back(host);
  const auto usual = std::ranges::max_element(
      alike, {}, [](const auto& one) { return std::tuple(one.second.size(), one.first); });
  std::vector<Members> kinds(1);
  for (const auto& [equipment, members] : alike) {
    if (members.size() > 1 && is_of_other_kind(equipment, usual->first)) {
      kinds.push_back(members);
    } else {
      kinds.front().insert(kinds.front().end(), members.begin(), members.end());
    }
  }
  std::ranges::sort(kinds.front());
  return kinds;
}

/// What a host has of each device; of two as common ones the one with more is usual.
std::tuple<std::size_t, std::size_t, std::size_t, std::size_t, std::string> inventory(
    const Host& host) {
  const core::Topology& node = host.machine.cluster.node;
  return {node.of_kind(DeviceKind::Gpu).size(), node.of_kind(DeviceKind::NicPort).size(),
          node.of_kind(DeviceKind::Nic).size(), node.links().size(), equipment_of(host).adapter};
}

std::size_t usual_of(const std::vector<Host>& hosts, const Members& kind) {
  std::map<decltype(inventory(hosts.front())), Members> alike;
  for (const std::size_t host : kind) alike[inventory(hosts[host])].push_back(host);
  return std::ranges::max_element(
             alike, {}, [](const auto& one) { return std::tuple(one.second.size(), one.first); })
      ->second.front();
}

std::string name_of_kind(const Host& host) {
  const Equipment equipment = equipment_of(host);
  const std::string gpu = look_of(host).gpu;
  const bool is_unknown = host.machine.cluster.node.devices().empty();
  std::string text = is_unknown    ? "unknown devices"
                     : gpu.empty() ? core::counted(equipment.gpus, "GPU")
                                   : fmt::format("{} x {}", equipment.gpus, gpu);
  if (equipment.adapters == 0) return text + ", no adapter";
  text += ", " + core::counted(equipment.adapters, "adapter");
  if (equipment.mbps == 0) return text;
  return text + fmt::format(" of {:g} Gbit/s", static_cast<double>(equipment.mbps) / 1000);
}

}  // namespace

std::vector<Kind> kinds_of(const std::vector<Host>& hosts) {
  std::vector<Kind> kinds;
  for (const Members& look : by_look(hosts)) {
    for (const Members& members : by_equipment(hosts, look)) {
      const std::size_t usual = usual_of(hosts, members);
      kinds.push_back({name_of_kind(hosts[usual]), members, usual});
    }
  }
  std::ranges::stable_sort(kinds, std::greater<>(),
                           [](const Kind& kind) { return kind.hosts.size(); });
  return kinds;
}

}  // namespace treering::tuner::fleet
