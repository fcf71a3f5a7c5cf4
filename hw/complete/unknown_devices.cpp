#include "hw/complete/unknown_devices.h"

#include <algorithm>

#include "core/topology/assumed.h"
#include "hw/catalogue/adapters.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw::complete {
namespace {

bool has_known_name(const core::Device& gpu) {
  if (core::is_assumed(gpu, "extra/model")) return false;
  return std::ranges::any_of(gpu.extra, [](const auto& one) {
    return one.first == "model" && catalogue::compute_capability_of("", one.second).has_value();
  });
}

bool has_rate_of_adapter(const core::Topology& node, const core::NicPort& port) {
  if (port.nic == core::kNoDevice) return false;
  const core::Device& nic = node.device(port.nic);
  if (!nic.pci) return false;
  return catalogue::port_mbps_of(nic.pci->vendor, nic.pci->device) == port.speed_mbps;
}

}  // namespace

const core::Device* unknown_gpu(const core::Topology& node) {
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const core::Device& gpu = node.device(id);
    if (!core::is_assumed(gpu, "compute_capability")) continue;
    if (!catalogue::compute_capability_of(gpu) && !has_known_name(gpu)) return &gpu;
  }
  return nullptr;
}

const core::Device* port_of_unknown_rate(const core::Topology& node) {
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const core::Device& device = node.device(id);
    const auto& port = std::get<core::NicPort>(device.info);
    if (core::is_assumed(device, "speed_mbps") && !has_rate_of_adapter(node, port)) return &device;
  }
  return nullptr;
}

}  // namespace treering::hw::complete
