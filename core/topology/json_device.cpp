#include "core/topology/json_device.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/text/suggest.h"
#include "core/topology/names.h"

namespace treering::core {
namespace {

using Json = nlohmann::ordered_json;

PciFunction read_pci(const Json& value, std::string pointer, FirstProblem& problem) {
  JsonFields fields(value, std::move(pointer), problem);
  PciFunction pci;
  fields.require("bus_id");
  pci.bus_id = fields.text("bus_id");
  pci.class_code = fields.text("class");
  pci.vendor = fields.text("vendor");
  pci.device = fields.text("device");
  pci.subsystem_vendor = fields.text("subsystem_vendor");
  pci.subsystem_device = fields.text("subsystem_device");
  pci.link_speed = fields.text("link_speed");
  pci.link_width = fields.integer("link_width");
  if (fields.has("host_bridge")) pci.host_bridge = fields.integer("host_bridge");
  fields.refuse_unknown();
  return pci;
}

Cpu read_cpu(JsonFields& fields) {
  Cpu cpu;
  cpu.numa_id = fields.integer("numa_id", cpu.numa_id);
  cpu.host = fields.integer("host", cpu.host);
  cpu.arch = fields.text("arch");
  cpu.vendor = fields.text("vendor");
  if (fields.has("family")) cpu.family = fields.integer("family");
  if (fields.has("model")) cpu.model = fields.integer("model");
  cpu.affinity = fields.text("affinity");
  return cpu;
}

Gpu read_gpu(JsonFields& fields) {
  Gpu gpu;
  gpu.index = fields.integer("index", gpu.index);
  gpu.compute_capability = fields.integer("compute_capability", gpu.compute_capability);
  gpu.gpu_direct_rdma = fields.truth("gpu_direct_rdma", gpu.gpu_direct_rdma);
  return gpu;
}

std::uint64_t read_guid(JsonFields& fields) {
  const std::string text = fields.text("guid", "0x0");
  std::uint64_t guid = 0;
  const char* end = text.data() + text.size();
  const bool is_prefixed = text.starts_with("0x") && text.size() > 2;
  const char* start = text.data() + (is_prefixed ? 2 : 0);
  const auto [stop, code] = std::from_chars(start, end, guid, 16);
  if (!is_prefixed || stop != end || code != std::errc()) {
    fields.problem("guid", in_quotes(text), "expected 0x and up to 16 hex digits");
  }
  return guid;
}

NicPort read_port(JsonFields& fields, const DeviceNames& names) {
  NicPort port;
  fields.require("nic");
  fields.require("speed_mbps");
  port.nic = names.read_id(fields, "nic");
  port.index = fields.integer("index");
  port.speed_mbps = fields.long_integer("speed_mbps");
  port.port = fields.integer("port");
  port.guid = read_guid(fields);
  port.latency_us = fields.number("latency_us");
  port.max_connections = fields.integer("max_connections");
  port.gpu_direct_rdma = fields.truth("gpu_direct_rdma", port.gpu_direct_rdma);
  port.in_network_reduction = fields.truth("in_network_reduction", port.in_network_reduction);
  return port;
}

DeviceInfo read_info(JsonFields& fields, const DeviceNames& names) {
  switch (fields.one_of("kind", DeviceKind::PciSwitch, parse_device_kind)) {
    case DeviceKind::Cpu:
      return read_cpu(fields);
    case DeviceKind::PciSwitch:
      return PciSwitch{};
    case DeviceKind::Gpu:
      return read_gpu(fields);
    case DeviceKind::NvSwitch:
      return NvSwitch{};
    case DeviceKind::Nic:
      return Nic{};
    case DeviceKind::NicPort:
      return read_port(fields, names);
    case DeviceKind::NetworkSwitch:
      return NetworkSwitch{fields.integer("ports")};
  }
  return PciSwitch{};
}

}  // namespace

DeviceNames::DeviceNames(const Json& devices) {
  DeviceId next = 0;
  for (const Json& device : devices) {
    const Json* const name = member_of(device, "name");
    if (auto text = name == nullptr ? std::nullopt : text_in(*name)) {
      ids_.try_emplace(*std::move(text), next);
    }
    ++next;
  }
}

DeviceId DeviceNames::read_id(JsonFields& fields, std::string_view name) const {
  const Json* value = fields.value(name);
  if (value == nullptr) return kNoDevice;
  if (value->is_number_integer()) return fields.integer(name, kNoDevice);
  const std::string text = fields.text(name);
  const auto found = ids_.find(text);
  if (found != ids_.end()) return found->second;
  // Comparing more names than people write would take long.
  constexpr std::size_t kComparable = 1000;
  std::vector<std::string_view> known;
  for (auto id = ids_.begin(); id != ids_.end() && known.size() < kComparable; ++id) {
    known.emplace_back(id->first);
  }
  const auto closest = closest_name(text, known);
  fields.problem(name, fmt::format("device {} not found", in_quotes(text)),
                 fmt::format("have {} by other names", ids_.size()),
                 closest ? fmt::format("did you mean '{}'", *closest) : "add it under /devices");
  return kNoDevice;
}

Device read_device(JsonFields& fields, const DeviceNames& names, FirstProblem& problem) {
  Device device;
  fields.require("name");
  fields.require("kind");
  device.name = fields.text("name");
  device.info = read_info(fields, names);
  if (const Json* pci = fields.value("pci")) {
    device.pci = read_pci(*pci, fields.pointer("pci"), problem);
  }
  device.extra = fields.texts_by_name("extra");
  device.assumed = fields.texts("assumed");
  fields.refuse_unknown();
  return device;
}

}  // namespace treering::core
