#include "tuner/fleet/subjects.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/reading.h"

namespace treering::tuner::fleet {
namespace {

using core::DeviceId;
using core::DeviceKind;

constexpr std::string_view kNic = "NIC ";

std::vector<std::string> ends_of(const std::string& device) {
  for (const std::string_view between : {" and ", " to "}) {
    const std::size_t at = device.find(between);
    if (at == std::string::npos) continue;
    return {device.substr(0, at), device.substr(at + between.size())};
  }
  return {device};
}

/// The first `words` words.
std::string head_of(const std::string& text, int words) {
  std::size_t end = 0;
  for (int i = 0; i < words && end != std::string::npos; ++i) end = text.find(' ', end + 1);
  return text.substr(0, end);
}

/// The address of the adapter that has a port of this name; empty where none has.
std::string adapter_of_port(const std::string& port, const diff::Compared& machine) {
  const core::Topology& node = machine.cluster.node;
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    const DeviceId nic = node.parent_of(id);
    if (head_of(node.device(id).name, 1) != port || nic == core::kNoDevice) continue;
    if (const auto& pci = node.device(nic).pci) return pci->bus_id;
  }
  const auto known = std::ranges::find(machine.host.ports, port, &core::AdapterPortState::device);
  return known == machine.host.ports.end() ? "" : known->bus_id;
}

std::string subject_of(const std::string& end, const diff::Compared& machine) {
  if (end.starts_with("GPU ") || end.starts_with(kNic)) return head_of(end, 2);
  const std::string port = head_of(end, 1);
  const std::string address = adapter_of_port(port, machine);
  return address.empty() ? end : std::string(kNic) + address;
}

DeviceId device_named(const core::Topology& node, const std::string& name) {
  for (DeviceId id = 0; id < static_cast<DeviceId>(node.devices().size()); ++id) {
    if (node.device(id).name == name) return id;
  }
  return core::kNoDevice;
}

std::vector<std::string> ports_of(const core::Topology& node, DeviceId nic) {
  std::vector<std::string> names;
  for (const DeviceId port : node.children_of(nic)) names.push_back(node.device(port).name);
  return names;
}

/// The GPUs and ports below a device, in order.
std::vector<std::string> ends_below(const core::Topology& node, DeviceId device) {
  std::vector<std::string> names;
  for (const DeviceKind kind : {DeviceKind::Gpu, DeviceKind::NicPort}) {
    for (const DeviceId id : node.of_kind(kind)) {
      DeviceId at = id;
      while (at != core::kNoDevice && at != device) at = node.parent_of(at);
      if (at == device) names.push_back(node.device(id).name);
    }
  }
  return names;
}

}  // namespace

std::set<std::string> subjects_of(const std::string& device, const diff::Compared& machine) {
  std::set<std::string> subjects;
  if (device.empty()) return subjects;
  for (const std::string& end : ends_of(device)) subjects.insert(subject_of(end, machine));
  return subjects;
}

std::string shown_device(const core::Topology& node, const std::string& device) {
  // Devices that one host lacks have their address behind their name.
  const std::size_t bracket = device.find(" (");
  std::string name = device.substr(0, bracket);
  const DeviceId id = device_named(node, name);
  if (id == core::kNoDevice) return device;
  const DeviceKind kind = node.device(id).kind();
  if (kind == DeviceKind::Nic) {
    const auto ports = ports_of(node, id);
    if (ports.empty()) return name;
    const auto& pci = node.device(id).pci;
    return fmt::format("{} ({})", fmt::join(ports, ", "), pci ? pci->bus_id : name);
  }
  if (kind == DeviceKind::PciSwitch) {
    const auto below = ends_below(node, id);
    if (!below.empty()) return fmt::format("{} (above {})", name, fmt::join(below, ", "));
  }
  return device;
}

}  // namespace treering::tuner::fleet
