#include "core/topology/topology.h"

#include <algorithm>
#include <string>
#include <utility>

namespace treering::core {

std::vector<DeviceId> Topology::children_of(DeviceId id) const {
  const auto i = static_cast<std::size_t>(id);
  const auto at = [this](std::size_t k) {
    return children_.begin() + static_cast<std::ptrdiff_t>(first_child_[k]);
  };
  return {at(i), at(i + 1)};
}

std::vector<DeviceId> Topology::of_kind(DeviceKind kind) const {
  std::vector<DeviceId> ids;
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    if (devices_[i].kind() == kind) ids.push_back(static_cast<DeviceId>(i));
  }
  return ids;
}

DeviceId Topology::cpu_of(DeviceId id) const {
  return cpus_[static_cast<std::size_t>(id)];
}

bool is_assumed(const Device& device, std::string_view field) {
  return std::ranges::find(device.assumed, field) != device.assumed.end();
}

namespace {

const std::pair<std::string, std::string>& unknown_place() {
  static const std::pair<std::string, std::string> kMark{"place", "unknown"};
  return kMark;
}

}  // namespace

void mark_unknown_place(Device& cpu) {
  cpu.extra.push_back(unknown_place());
}

bool has_unknown_place(const Device& cpu) {
  return cpu.kind() == DeviceKind::Cpu &&
         std::ranges::find(cpu.extra, unknown_place()) != cpu.extra.end();
}

bool is_place_assumed(const Topology& node) {
  const auto assumes = [&](DeviceId id, std::string_view field) {
    return is_assumed(node.device(id), field);
  };
  const auto is_nowhere = [&](DeviceId id) {
    return assumes(id, "numa_id") || std::get<Cpu>(node.device(id).info).numa_id < 0;
  };
  const auto cpus = node.of_kind(DeviceKind::Cpu);
  if (std::ranges::all_of(cpus, [&](auto id) { return assumes(id, "numa_id"); })) return true;
  return std::ranges::all_of(cpus, is_nowhere) &&
         std::ranges::all_of(node.of_kind(DeviceKind::Gpu),
                             [&](auto id) { return assumes(id, "pci/link_speed"); });
}

}  // namespace treering::core
