#include "report/machine/device_details.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <variant>

#include <fmt/format.h>

namespace treering::report::machine {
namespace {

/// kAssumedMark where one of `fields` is assumed.
std::string_view mark(const core::Device& device, std::initializer_list<std::string_view> fields) {
  const bool is_assumed = std::ranges::any_of(fields, [&](std::string_view field) {
    return std::ranges::find(device.assumed, field) != device.assumed.end();
  });
  return is_assumed ? kAssumedMark : "";
}

std::string cpu_text(const core::Device& device, const core::Cpu& cpu) {
  std::string text;
  if (cpu.numa_id >= 0)
    text = fmt::format("NUMA node {}{}, ", cpu.numa_id, mark(device, {"numa_id"}));
  text += cpu.arch;
  if (!cpu.vendor.empty()) text += " " + cpu.vendor;
  if (cpu.family && cpu.model) text += fmt::format(" family {} model {}", *cpu.family, *cpu.model);
  text += mark(device, {"arch", "vendor", "family", "model"});
  return text;
}

}  // namespace

std::string port_details(const core::Device& device) {
  const auto& port = std::get<core::NicPort>(device.info);
  std::string text = fmt::format("{:g} Gbit/s{}", static_cast<double>(port.speed_mbps) / 1000,
                                 mark(device, {"speed_mbps"}));
  if (port.gpu_direct_rdma) {
    text += fmt::format(", GPUDirect RDMA{}", mark(device, {"gpu_direct_rdma"}));
  }
  return text + (port.in_network_reduction ? ", in-network reduction" : "");
}

std::string address_details(const core::Device& device) {
  return device.pci ? fmt::format("{}{}", device.pci->bus_id, mark(device, {"pci/bus_id"})) : "";
}

std::string device_details(const core::Device& device) {
  if (const auto* cpu = std::get_if<core::Cpu>(&device.info)) return cpu_text(device, *cpu);
  if (const auto* gpu = std::get_if<core::Gpu>(&device.info)) {
    return fmt::format("CC {}.{}{}", gpu->compute_capability / 10, gpu->compute_capability % 10,
                       mark(device, {"compute_capability"}));
  }
  if (const auto* port = std::get_if<core::NicPort>(&device.info)) {
    return fmt::format("NET/{}, {}", port->index, port_details(device));
  }
  const auto* network_switch = std::get_if<core::NetworkSwitch>(&device.info);
  if (network_switch == nullptr || network_switch->ports == 0) return "";
  return fmt::format("{} ports", network_switch->ports);
}

}  // namespace treering::report::machine
