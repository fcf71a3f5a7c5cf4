#include "core/topology/assumed.h"

#include <algorithm>

namespace treering::core {

bool is_assumed(const Device& device, std::string_view field) {
  return std::ranges::find(device.assumed, field) != device.assumed.end();
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
