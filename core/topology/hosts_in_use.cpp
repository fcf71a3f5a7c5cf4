#include "core/topology/hosts_in_use.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/topology/gpu_numbers.h"
#include "core/topology/part.h"

namespace treering::core {
namespace {

std::set<int> all_hosts(const Topology& node) {
  std::set<int> hosts;
  for (const DeviceId cpu : node.of_kind(DeviceKind::Cpu)) {
    hosts.insert(std::get<Cpu>(node.device(cpu).info).host);
  }
  return hosts;
}

/// GPUs by number, as gpu_numbers() counts them.
std::map<int, DeviceId> gpus_by_number(const Topology& node) {
  const std::vector<int> numbers = gpu_numbers(node);
  std::map<int, DeviceId> gpus;
  for (const DeviceId gpu : node.of_kind(DeviceKind::Gpu)) {
    gpus[numbers[static_cast<std::size_t>(gpu)]] = gpu;
  }
  return gpus;
}

/// The new index of each host that has one of the GPUs, in the old order.
std::map<int, int> new_indices(const Topology& node, const std::vector<DeviceId>& gpus) {
  std::map<int, int> hosts;
  for (const DeviceId gpu : gpus) hosts[host_of(node, gpu)] = 0;
  int next = 0;
  for (auto& [old_index, new_index] : hosts) new_index = next++;
  return hosts;
}

/// The node with those hosts; `new_ids` gets the place of each old device.
Result<Topology> part_of(const Topology& node, const std::map<int, int>& hosts,
                         std::vector<DeviceId>& new_ids) {
  TopologyParts parts{node.devices(), node.links()};
  std::set<DeviceId> removed;
  for (std::size_t i = 0; i < parts.devices.size(); ++i) {
    const auto id = static_cast<DeviceId>(i);
    if (node.cpu_of(id) != kNoDevice && !hosts.contains(host_of(node, id))) {
      removed.insert(id);
    } else if (auto* cpu = std::get_if<Cpu>(&parts.devices[i].info)) {
      cpu->host = hosts.at(cpu->host);
    }
  }
  return without_devices(node, std::move(parts), removed, new_ids);
}

}  // namespace

int host_count(const Topology& node) {
  return static_cast<int>(all_hosts(node).size());
}

Result<HostsInUse> hosts_in_use(const Topology& node, const std::vector<int>& devices) {
  const std::map<int, DeviceId> by_number = gpus_by_number(node);
  std::vector<DeviceId> gpus;
  for (const int number : devices) {
    const auto found = by_number.find(number);
    if (found == by_number.end()) return HostsInUse{node, devices, 0};
    gpus.push_back(found->second);
  }
  const auto hosts = new_indices(node, gpus);
  const auto idle = static_cast<int>(all_hosts(node).size() - hosts.size());
  if (gpus.empty() || idle == 0) return HostsInUse{node, devices, 0};
  std::vector<DeviceId> new_ids;
  auto part = part_of(node, hosts, new_ids);
  if (!part) return fail(part.error());
  const std::vector<int> numbers = gpu_numbers(*part);
  std::vector<int> renumbered;
  for (const DeviceId gpu : gpus) {
    const DeviceId id = new_ids[static_cast<std::size_t>(gpu)];
    renumbered.push_back(numbers[static_cast<std::size_t>(id)]);
  }
  return HostsInUse{*std::move(part), std::move(renumbered), idle};
}

}  // namespace treering::core
