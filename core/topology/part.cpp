#include "core/topology/part.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "core/topology/names.h"

namespace treering::core {

Result<Topology> without_devices(const Topology& like, TopologyParts parts,
                                 const std::set<DeviceId>& removed,
                                 std::vector<DeviceId>& new_ids) {
  TopologyBuilder builder(like.name(), like.description());
  builder.set_extra(like.extra());
  new_ids.assign(parts.devices.size(), kNoDevice);
  for (std::size_t i = 0; i < parts.devices.size(); ++i) {
    if (removed.contains(static_cast<DeviceId>(i))) continue;
    new_ids[i] = builder.add(std::move(parts.devices[i]));
  }
  const auto new_id = [&](DeviceId id) { return new_ids[static_cast<std::size_t>(id)]; };
  for (const DeviceId id : new_ids) {
    if (id == kNoDevice) continue;
    auto* port = std::get_if<NicPort>(&builder.device(id).info);
    if (port != nullptr && port->nic != kNoDevice) port->nic = new_id(port->nic);
  }
  for (Link link : parts.links) {
    link.from = new_id(link.from);
    link.to = new_id(link.to);
    if (link.from != kNoDevice && link.to != kNoDevice) builder.connect(link);
  }
  return std::move(builder).build();
}

namespace {

/// Numbers the NETs that are kept from 0 on each host.
void number(const Topology& node, const std::set<DeviceId>& kept, std::vector<Device>& devices) {
  const auto index_of = [&](DeviceId id) -> int& {
    return std::get<NicPort>(devices[static_cast<std::size_t>(id)].info).index;
  };
  std::map<int, std::vector<DeviceId>> hosts;
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort))
    hosts[host_of(node, id)].push_back(id);
  for (auto& [host, ports] : hosts) {
    std::ranges::stable_sort(ports, {}, index_of);
    int next = 0;
    for (const DeviceId id : ports) {
      if (kept.contains(id)) index_of(id) = next++;
    }
  }
}

}  // namespace

Topology with_ports(const Topology& node, const std::set<DeviceId>& kept) {
  const std::vector<DeviceId> all = node.of_kind(DeviceKind::NicPort);
  std::set<DeviceId> gone;
  std::set<DeviceId> nics;
  for (const DeviceId port : all) {
    if (kept.contains(port)) continue;
    gone.insert(port);
    nics.insert(node.parent_of(port));
  }
  if (gone.empty()) return node;
  for (const DeviceId port : all) {
    if (kept.contains(port)) nics.erase(node.parent_of(port));
  }
  nics.erase(kNoDevice);
  gone.merge(nics);
  std::vector<Device> devices = node.devices();
  number(node, kept, devices);
  std::vector<DeviceId> new_ids;
  auto left = without_devices(node, {std::move(devices), node.links()}, gone, new_ids);
  TREERING_ASSERT(left, "a node without some of its adapters is a node");
  return *std::move(left);
}

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
