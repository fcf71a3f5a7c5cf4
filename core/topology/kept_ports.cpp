#include "core/topology/kept_ports.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "core/topology/gpu_numbers.h"
#include "core/topology/part.h"

namespace treering::core {
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

}  // namespace treering::core
