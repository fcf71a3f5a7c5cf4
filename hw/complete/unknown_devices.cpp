#include "hw/complete/unknown_devices.h"

#include "core/topology/assumed.h"
#include "hw/catalogue/adapters.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw::complete {
namespace {

bool has_known_name(const core::Device& gpu) {
  if (core::is_assumed(gpu, "extra/model")) return false;
  return catalogue::compute_capability_of("", catalogue::model_of_source(gpu)).has_value();
}

bool has_rate_of_adapter(const core::Topology& node, const core::NicPort& port) {
  if (port.nic == core::kNoDevice) return false;
  const core::Device& nic = node.device(port.nic);
  if (!nic.pci) return false;
  return catalogue::port_mbps_of(nic.pci->vendor, nic.pci->device) == port.speed_mbps;
}

}  // namespace

bool is_unknown_gpu(const core::Device& gpu) {
  return core::is_assumed(gpu, "compute_capability") && !catalogue::compute_capability_of(gpu) &&
         !has_known_name(gpu);
}

bool has_unknown_rate(const core::Topology& node, const core::Device& port) {
  return core::is_assumed(port, "speed_mbps") &&
         !has_rate_of_adapter(node, std::get<core::NicPort>(port.info));
}

const core::Device* unknown_gpu(const core::Topology& node) {
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    if (is_unknown_gpu(node.device(id))) return &node.device(id);
  }
  return nullptr;
}

const core::Device* port_of_unknown_rate(const core::Topology& node) {
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    if (has_unknown_rate(node, node.device(id))) return &node.device(id);
  }
  return nullptr;
}

}  // namespace treering::hw::complete
