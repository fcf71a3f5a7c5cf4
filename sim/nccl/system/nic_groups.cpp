#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/topology/names.h"
#include "sim/nccl/system/adapters.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::system {
namespace {

using core::DeviceId;
using core::DeviceKind;

/// From the CPU down to a port.
using DeviceWay = std::vector<DeviceId>;
using DeviceWays = std::span<const DeviceWay* const>;

DeviceWay way_down(const core::Topology& topology, DeviceId port) {
  DeviceWay way;
  for (DeviceId id = port; id != core::kNoDevice; id = topology.parent_of(id)) way.push_back(id);
  std::ranges::reverse(way);
  return way;
}

/// Whether the two are functions of one PCI device.
bool are_one_device(const core::Topology& topology, DeviceId a, DeviceId b) {
  const auto& first = topology.device(a).pci;
  const auto& second = topology.device(b).pci;
  if (!first || !second || first->bus_id.empty()) return false;
  const std::string_view device(first->bus_id.data(), first->bus_id.size() - 1);
  return second->bus_id.size() == first->bus_id.size() && second->bus_id.starts_with(device);
}

PathType path_through(const core::Topology& topology, DeviceId common, DeviceWays ways) {
  if (common == core::kNoDevice) return PathType::Sys;
  const DeviceKind kind = topology.device(common).kind();
  if (kind == DeviceKind::Cpu) return PathType::Phb;
  if (kind == DeviceKind::Nic) return job::NicJoining::kSameAdapter;
  const bool is_own_switch = std::ranges::all_of(ways, [&](const DeviceWay* way) {
    return topology.parent_of(topology.parent_of(way->back())) == common;
  });
  return is_own_switch ? PathType::Pix : PathType::Pxb;
}

/// No path is part of another, because nothing is below a port.
MeetingPlace meet(const core::Topology& topology, DeviceWays ways) {
  DeviceId common = core::kNoDevice;
  for (std::size_t depth = 0;; ++depth) {
    const auto at_depth = [&](const DeviceWay* way) { return (*way)[depth]; };
    const DeviceId first = at_depth(ways.front());
    const auto is_first = [&](DeviceId id) { return id == first; };
    const auto is_beside = [&](DeviceId id) { return are_one_device(topology, first, id); };
    if (!std::ranges::all_of(ways, is_first, at_depth)) {
      if (std::ranges::all_of(ways, is_beside, at_depth))
        return {job::NicJoining::kSameAdapter, common};
      return {path_through(topology, common, ways), common};
    }
    common = first;
  }
}

/// The ports of each host by number, without those outside the PCI tree, which NCCL's plugin for
/// InfiniBand does not have.
std::map<int, std::vector<DeviceId>> pci_ports_by_host(const core::Topology& topology) {
  std::map<int, std::vector<DeviceId>> ports;
  for (const DeviceId port : topology.of_kind(DeviceKind::NicPort)) {
    const DeviceId nic = topology.parent_of(port);
    if (!topology.device(nic).pci || topology.cpu_of(nic) == core::kNoDevice) continue;
    ports[core::host_of(topology, port)].push_back(port);
  }
  const auto number_of = [&](DeviceId port) {
    return std::get<core::NicPort>(topology.device(port).info).index;
  };
  for (auto& [host, list] : ports) std::ranges::stable_sort(list, {}, number_of);
  return ports;
}

bool is_named(const core::Topology& topology, DeviceId port,
              const std::vector<job::NetName>& names) {
  const core::Device& device = topology.device(port);
  return std::ranges::any_of(names, [&](const job::NetName& one) {
    const int number = std::get<core::NicPort>(device.info).port;
    return one.name == device.name && one.port.value_or(number) == number;
  });
}

/// The groups of one host, and its ports that are in no group yet.
class Host {
 public:
  Host(const core::Topology& topology, std::vector<DeviceId> ports)
      : topology_(topology), free_(std::move(ports)) {}

  core::Result<void> force(const std::vector<job::NetName>& names, bool may_join) {
    PortGroup group;
    std::ranges::copy_if(free_, std::back_inserter(group),
                         [&](DeviceId port) { return is_named(topology_, port, names); });
    if (group.size() != names.size()) {
      return core::usage_error("NCCL_NET_FORCE_MERGE", misses(names, group.size()),
                               "expected ports of the topology, each in one group",
                               "NCCL fails on it");
    }
    if (group.size() > 1 && !may_join) {
      return core::usage_error("NCCL_NET_FORCE_MERGE", "given with NCCL_IB_MERGE_NICS=0",
                               "expected one of the two", "NCCL fails on it");
    }
    take(group);
    return {};
  }

  void join_within(PathType reach) {
    std::vector<DeviceWay> ways;
    for (const DeviceId port : free_) ways.push_back(way_down(topology_, port));
    std::vector<bool> is_taken(ways.size());
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (is_taken[i]) continue;
      PortGroup group{ways[i].back()};
      for (std::size_t j = i + 1; j < ways.size() && group.size() < versions::kMaxPortsPerNic;
           ++j) {
        if (is_taken[j] || path_between(ways[i], ways[j]) > reach) continue;
        group.push_back(ways[j].back());
        is_taken[j] = true;
      }
      if (group.size() > 1) groups_.push_back(group);
    }
    free_.clear();
  }

  const std::vector<PortGroup>& groups() const { return groups_; }

 private:
  PathType path_between(const DeviceWay& a, const DeviceWay& b) const {
    return meet(topology_, std::array{&a, &b}).path;
  }

  static std::string misses(const std::vector<job::NetName>& names, std::size_t found) {
    std::vector<std::string_view> texts;
    for (const job::NetName& one : names) texts.push_back(one.name);
    return fmt::format("found {} of the {} ports of '{}'", found, names.size(),
                       fmt::join(texts, ","));
  }

  /// A single port is not changed.
  void take(const PortGroup& group) {
    std::erase_if(free_,
                  [&](DeviceId port) { return std::ranges::find(group, port) != group.end(); });
    if (group.size() > 1) groups_.push_back(group);
  }

  const core::Topology& topology_;
  std::vector<DeviceId> free_;
  std::vector<PortGroup> groups_;
};

}  // namespace

MeetingPlace meeting_place(const core::Topology& topology, std::span<const DeviceId> ports) {
  std::vector<DeviceWay> ways;
  for (const DeviceId port : ports) ways.push_back(way_down(topology, port));
  std::vector<const DeviceWay*> all;
  for (const DeviceWay& way : ways) all.push_back(&way);
  return meet(topology, all);
}

core::Result<std::vector<PortGroup>> ports_to_join(const core::Topology& topology,
                                                   const job::NicJoining& joining) {
  std::vector<PortGroup> groups;
  for (auto& [index, ports] : pci_ports_by_host(topology)) {
    Host host(topology, std::move(ports));
    for (const auto& names : joining.forced) {
      if (const auto done = host.force(names, joining.joins.value_or(true)); !done) {
        return core::fail(done.error());
      }
    }
    if (joining.reach() > PathType::Loc) host.join_within(joining.reach());
    groups.insert(groups.end(), host.groups().begin(), host.groups().end());
  }
  return groups;
}

}  // namespace treering::sim::nccl::system
