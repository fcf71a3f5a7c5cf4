#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "hw/catalogue/cpus.h"
#include "report/machine/machine_text.h"
#include "report/machine_names.h"

namespace treering::report::machine {
namespace {

constexpr std::string_view kFirstDomain = "0000:";

/// kAssumedMark where one of `fields` is assumed.
std::string_view mark(const core::Device& device, std::initializer_list<std::string_view> fields) {
  const bool is_assumed = std::ranges::any_of(fields, [&](std::string_view field) {
    return std::ranges::find(device.assumed, field) != device.assumed.end();
  });
  return is_assumed ? kAssumedMark : "";
}

/// The CPU's name as its source has it: "AMD EPYC 9534 64-Core Processor"; empty where it has none.
std::string name_of_source(const core::Device& device) {
  const auto name =
      std::ranges::find(device.extra, "model_name", [](const auto& one) { return one.first; });
  return name == device.extra.end() ? "" : name->second;
}

std::vector<std::string> cpu_details(const core::Device& device, const core::Cpu& cpu) {
  std::vector<std::string> parts;
  if (core::has_unknown_place(device)) return parts;
  if (cpu.numa_id >= 0)
    parts.push_back(fmt::format("NUMA node {}{}", cpu.numa_id, mark(device, {"numa_id"})));
  // A name stands for a family and a model, which are assumed then; the name is not. Where these
  // numbers are no server part's, the name is all that people know it by.
  const std::string name = name_of_source(device);
  const bool is_listed =
      cpu.family && cpu.model &&
      !hw::catalogue::cpu_model_name(cpu.vendor, *cpu.family, *cpu.model).empty();
  const bool is_by_name =
      !name.empty() && (!is_listed || !mark(device, {"family", "model"}).empty());
  parts.push_back(is_by_name
                      ? name
                      : hw::catalogue::cpu_name(cpu) +
                            std::string(mark(device, {"arch", "vendor", "family", "model"})));
  return parts;
}

std::string gpu_text(const core::Device& device) {
  return gpu_name(device) + std::string(is_gpu_name_assumed(device) ? kAssumedMark : "");
}

}  // namespace

std::vector<std::string> port_details(const core::Device& device) {
  const auto& port = std::get<core::NicPort>(device.info);
  std::vector<std::string> parts{port_rate(port.speed_mbps) +
                                 std::string(mark(device, {"speed_mbps"}))};
  if (port.gpu_direct_rdma) {
    parts.push_back(fmt::format("GPUDirect{}", mark(device, {"gpu_direct_rdma"})));
  }
  if (port.in_network_reduction) parts.emplace_back("in-network reduction");
  return parts;
}

bool has_one_domain(const core::Topology& node) {
  return std::ranges::all_of(node.devices(), [](const core::Device& device) {
    return !device.pci || device.pci->bus_id.starts_with(kFirstDomain);
  });
}

std::string address_details(const core::Device& device, Domain domain) {
  std::string bus_id = own_address(device);
  if (domain == Domain::Omitted && bus_id.starts_with(kFirstDomain))
    bus_id.erase(0, kFirstDomain.size());
  return bus_id.empty() ? "" : bus_id + std::string(mark(device, {"pci/bus_id"}));
}

std::vector<std::string> device_details(const core::Device& device) {
  if (const auto* cpu = std::get_if<core::Cpu>(&device.info)) return cpu_details(device, *cpu);
  if (device.kind() == core::DeviceKind::Gpu) return {gpu_text(device)};
  if (const auto* port = std::get_if<core::NicPort>(&device.info)) {
    std::vector<std::string> parts = port_details(device);
    parts.insert(parts.begin(), fmt::format("NET/{}", port->index));
    return parts;
  }
  const auto* network_switch = std::get_if<core::NetworkSwitch>(&device.info);
  if (network_switch == nullptr || network_switch->ports == 0) return {};
  return {fmt::format("{} ports", network_switch->ports)};
}

}  // namespace treering::report::machine
