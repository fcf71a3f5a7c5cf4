#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/topology/names.h"
#include "core/topology/part.h"
#include "sim/nccl/system/adapters.h"

namespace treering::sim::nccl::system {
namespace {

using core::Device;
using core::DeviceId;
using core::DeviceKind;
using core::NicPort;

std::uint64_t number_of(const std::string& bus_id) {
  std::string digits;
  std::ranges::copy_if(bus_id, std::back_inserter(digits),
                       [](char c) { return c != ':' && c != '.'; });
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return number;
}

std::string bus_id_of(std::uint64_t number) {
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", number >> 20U, (number >> 12U) & 0xffU,
                     (number >> 4U) & 0xffU, number & 0xfU);
}

/// Copies a machine and changes the copy group by group. Until build(), ids are those of the
/// original; new devices follow.
class Joiner {
 public:
  explicit Joiner(const core::Topology& topology)
      : topology_(topology), devices_(topology.devices()), links_(topology.links()) {
    for (std::size_t i = 0; i < devices_.size(); ++i) {
      const auto id = static_cast<DeviceId>(i);
      const int host = core::host_of(topology, id);
      if (devices_[i].pci) bus_ids_.emplace(host, devices_[i].pci->bus_id);
      if (const auto* port = std::get_if<NicPort>(&devices_[i].info)) {
        int& next = next_number_[host];
        next = std::max(next, port->index + 1);
      }
    }
  }

  void join(const PortGroup& group) {
    const MeetingPlace place = meeting_place(topology_, group);
    const bool is_wider =
        place.path == PathType::Pix || place.path == PathType::Pxb || place.path == PathType::Phb;
    if (is_wider) widen(group, place.device);
    removed_.insert(group.begin(), group.end());
    const int number = next_number_[core::host_of(topology_, group.front())]++;
    if (place.device == core::kNoDevice) return;
    const bool has_nic = topology_.device(place.device).kind() == DeviceKind::Nic;
    add_port(group, has_nic ? place.device : add_nic(group, place.device), number);
  }

  core::Result<core::Topology> build() && {
    std::vector<DeviceId> new_ids;
    return core::without_devices(topology_, {std::move(devices_), std::move(links_)}, removed_,
                                 new_ids);
  }

 private:
  Device& device(DeviceId id) { return devices_[static_cast<std::size_t>(id)]; }

  DeviceId add(Device device) {
    devices_.push_back(std::move(device));
    return static_cast<DeviceId>(devices_.size() - 1);
  }

  int width_of(DeviceId id) const {
    const auto& pci = devices_[static_cast<std::size_t>(id)].pci;
    return pci ? pci->link_width : 0;
  }

  /// The sum of the lanes towards the ports below `above`. A switch contributes no more lanes than
  /// it has itself.
  int width_below(DeviceId above, const std::map<DeviceId, std::set<DeviceId>>& below) const {
    int sum = 0;
    for (const DeviceId id : below.at(above)) {
      const int own = width_of(id);
      const int inner = below.contains(id) ? width_below(id, below) : 0;
      const bool is_narrowed = inner > 0 && (own == 0 || inner < own);
      sum += is_narrowed ? inner : own;
    }
    return sum;
  }

  /// Gives `top` and all devices between it and the ports the width of all paths together.
  void widen(const PortGroup& group, DeviceId top) {
    std::map<DeviceId, std::set<DeviceId>> below;
    std::set<DeviceId> on_the_way{top};
    for (const DeviceId port : group) {
      for (DeviceId id = topology_.parent_of(port); id != top; id = topology_.parent_of(id)) {
        on_the_way.insert(id);
        below[topology_.parent_of(id)].insert(id);
      }
    }
    const int width = width_below(top, below);
    for (const DeviceId id : on_the_way) {
      if (device(id).pci) device(id).pci->link_width = width;
    }
  }

  /// Adds a NIC with the PCI data of the first port's NIC but its own address.
  DeviceId add_nic(const PortGroup& group, DeviceId above) {
    const DeviceId model = topology_.parent_of(group.front());
    const int host = core::host_of(topology_, model);
    Device nic = device(model);
    std::uint64_t number = number_of(nic.pci->bus_id);
    do {
      nic.pci->bus_id = bus_id_of(++number);
    } while (!bus_ids_.emplace(host, nic.pci->bus_id).second);
    nic.name = "NIC of " + name_of(group);
    const DeviceId id = add(std::move(nic));
    const auto towards_root = std::ranges::find_if(topology_.links(), [&](const core::Link& link) {
      return link.kind == core::LinkKind::Pcie && link.from == model;
    });
    core::Link link = *towards_root;
    link.from = id;
    link.to = above;
    links_.push_back(link);
    std::swap(link.from, link.to);
    links_.push_back(link);
    return id;
  }

  void add_port(const PortGroup& group, DeviceId nic, int number) {
    Device joined = device(group.front());
    joined.name = name_of(group);
    auto& port = std::get<NicPort>(joined.info);
    port.nic = nic;
    port.index = number;
    port.speed_mbps = 0;
    for (const DeviceId id : group) {
      port.speed_mbps += std::get<NicPort>(topology_.device(id).info).speed_mbps;
    }
    add(std::move(joined));
  }

  std::string name_of(const PortGroup& group) const {
    std::vector<std::string_view> names;
    for (const DeviceId id : group) names.push_back(topology_.device(id).name);
    return fmt::format("{}", fmt::join(names, "+"));
  }

  const core::Topology& topology_;
  std::vector<Device> devices_;
  std::vector<core::Link> links_;
  std::set<DeviceId> removed_;
  std::set<std::pair<int, std::string>> bus_ids_;  // by host
  std::map<int, int> next_number_;                 // by host
};

}  // namespace

core::Result<core::Topology> join_nics(const core::Topology& topology,
                                       const job::NicJoining& joining) {
  const auto groups = ports_to_join(topology, joining);
  if (!groups) return core::fail(groups.error());
  if (groups->empty()) return topology;
  Joiner joiner(topology);
  for (const PortGroup& group : *groups) joiner.join(group);
  return std::move(joiner).build();
}

}  // namespace treering::sim::nccl::system
