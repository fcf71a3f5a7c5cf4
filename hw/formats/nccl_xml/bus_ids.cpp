#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "hw/formats/nccl_xml/topology_xml.h"

namespace treering::hw::formats::nccl_xml {
namespace {

/// Empty when the device has none.
std::string known_bus_id(const core::Device& device) {
  if (device.pci) return device.pci->bus_id;
  const auto target = std::find_if(device.extra.begin(), device.extra.end(),
                                   [](const auto& pair) { return pair.first == "target"; });
  const bool is_target = device.kind() == core::DeviceKind::NvSwitch;
  return is_target && target != device.extra.end() ? target->second : "";
}

std::string made_up(unsigned number) {
  // 32 devices on each of the 256 buses of a domain.
  return fmt::format("{:04x}:{:02x}:{:02x}.0", 0xff00 + number / 8192, number / 32 % 256,
                     number % 32);
}

}  // namespace

std::vector<std::string> nccl_bus_ids(const core::Topology& topology) {
  std::vector<std::string> bus_ids;
  bus_ids.reserve(topology.devices().size());
  for (const core::Device& device : topology.devices()) bus_ids.push_back(known_bus_id(device));
  std::unordered_set<std::string> taken(bus_ids.begin(), bus_ids.end());
  unsigned next = 0;
  for (std::string& bus_id : bus_ids) {
    if (!bus_id.empty()) continue;
    do {
      bus_id = made_up(next++);
    } while (!taken.insert(bus_id).second);
  }
  return bus_ids;
}

}  // namespace treering::hw::formats::nccl_xml
