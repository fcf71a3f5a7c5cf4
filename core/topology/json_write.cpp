#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/host_state/json.h"
#include "core/json/values.h"
#include "core/topology/json.h"
#include "core/topology/names.h"

namespace treering::core {
namespace {

using Json = nlohmann::ordered_json;

/// Whole numbers without ".0".
Json number(double value) {
  // Up to 2^53 every whole double is exactly an integer.
  constexpr double kExact = 9007199254740992.0;
  if (value == std::floor(value) && std::abs(value) <= kExact) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

/// Adds fields to an object, except those at their default.
class Fields {
 public:
  explicit Fields(Json& object) : object_(object) {}

  template <class T>
  void add(const char* name, const T& value, const T& fallback) {
    if (value != fallback) object_[name] = value;
  }
  void add(const char* name, const std::string& value) {
    if (!value.empty()) object_[name] = value;
  }
  void add_number(const char* name, double value) {
    if (value != 0) object_[name] = number(value);
  }
  void add(const char* name, const Attributes& attributes) {
    for (const auto& [key, value] : attributes) object_[name][key] = value;
  }

 private:
  Json& object_;
};

struct InfoFields {
  const Topology& topology;
  Json& object;

  void operator()(const Cpu& cpu) const {
    Fields fields(object);
    fields.add("numa_id", cpu.numa_id, Cpu{}.numa_id);
    fields.add("host", cpu.host, Cpu{}.host);
    fields.add("arch", cpu.arch);
    fields.add("vendor", cpu.vendor);
    if (cpu.family) object["family"] = *cpu.family;
    if (cpu.model) object["model"] = *cpu.model;
    fields.add("affinity", cpu.affinity);
  }
  void operator()(const Gpu& gpu) const {
    object["index"] = gpu.index;
    Fields fields(object);
    fields.add("compute_capability", gpu.compute_capability, Gpu{}.compute_capability);
    fields.add("gpu_direct_rdma", gpu.gpu_direct_rdma, Gpu{}.gpu_direct_rdma);
  }
  void operator()(const NicPort& port) const {
    object["nic"] = topology.device(port.nic).name;
    object["index"] = port.index;
    object["speed_mbps"] = port.speed_mbps;
    Fields fields(object);
    fields.add("port", port.port, NicPort{}.port);
    if (port.guid != 0) object["guid"] = fmt::format("0x{:x}", port.guid);
    fields.add_number("latency_us", port.latency_us);
    fields.add("max_connections", port.max_connections, NicPort{}.max_connections);
    fields.add("gpu_direct_rdma", port.gpu_direct_rdma, NicPort{}.gpu_direct_rdma);
    fields.add("in_network_reduction", port.in_network_reduction, NicPort{}.in_network_reduction);
  }
  void operator()(const NetworkSwitch& network_switch) const {
    Fields(object).add("ports", network_switch.ports, NetworkSwitch{}.ports);
  }
  void operator()(const PciSwitch&) const {}
  void operator()(const NvSwitch&) const {}
  void operator()(const Nic&) const {}
};

Json pci_object(const PciFunction& pci) {
  Json object;
  Fields fields(object);
  fields.add("bus_id", pci.bus_id);
  fields.add("class", pci.class_code);
  fields.add("vendor", pci.vendor);
  fields.add("device", pci.device);
  fields.add("subsystem_vendor", pci.subsystem_vendor);
  fields.add("subsystem_device", pci.subsystem_device);
  fields.add("link_speed", pci.link_speed);
  fields.add("link_width", pci.link_width, PciFunction{}.link_width);
  if (pci.host_bridge) object["host_bridge"] = *pci.host_bridge;
  return object;
}

Json device_object(const Topology& topology, const Device& device) {
  Json object;
  object["name"] = device.name;
  object["kind"] = name_of(device.kind());
  std::visit(InfoFields{topology, object}, device.info);
  if (device.pci) object["pci"] = pci_object(*device.pci);
  Fields(object).add("extra", device.extra);
  if (!device.assumed.empty()) object["assumed"] = device.assumed;
  return object;
}

Json origin_object(const Origin& origin) {
  Json object;
  object["kind"] = name_of(origin.kind);
  Fields(object).add("source", origin.source);
  return object;
}

/// The origins of the links under generated keys, so that each is written once. The default origin
/// gets none.
class Sources {
 public:
  explicit Sources(const std::vector<Link>& links) {
    std::map<Origin::Kind, int> number;
    for (const Link& link : links) {
      if (link.origin == Origin{}) continue;
      std::string& key = keys_[{link.origin.kind, link.origin.source}];
      if (!key.empty()) continue;
      key = fmt::format("{}-{}", name_of(link.origin.kind), ++number[link.origin.kind]);
      table_.emplace_back(key, origin_object(link.origin));
    }
  }

  const std::vector<std::pair<std::string, Json>>& table() const { return table_; }
  const std::string& key_of(const Origin& origin) const {
    return keys_.at({origin.kind, origin.source});
  }

 private:
  std::map<std::pair<Origin::Kind, std::string>, std::string> keys_;
  std::vector<std::pair<std::string, Json>> table_;  // in order of appearance
};

Json link_object(const Topology& topology, const Link& link, const Sources& sources) {
  Json object;
  object["kind"] = name_of(link.kind);
  object["from"] = topology.device(link.from).name;
  object["to"] = topology.device(link.to).name;
  Fields fields(object);
  fields.add("count", link.count, Link{}.count);
  object["gb_per_s"] = number(link.bandwidth.in_gb_per_s());
  fields.add_number("latency_us", link.latency.in_us());
  if (link.origin != Origin{}) object["origin"] = sources.key_of(link.origin);
  return object;
}

bool is_mirror(const Link& link, Link other) {
  std::swap(other.from, other.to);
  return link == other;
}

std::vector<std::string> link_lines(const Topology& topology, const Sources& sources) {
  std::vector<std::string> lines;
  const std::vector<Link>& links = topology.links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    Json object = link_object(topology, links[i], sources);
    if (i + 1 < links.size() && is_mirror(links[i], links[i + 1])) {
      ++i;
    } else {
      object["oneway"] = true;
    }
    lines.push_back(one_line(object));
  }
  return lines;
}

}  // namespace

std::string topology_to_json(const Topology& topology, const HostState& host) {
  const Sources sources(topology.links());
  std::vector<std::string> devices;
  for (const Device& device : topology.devices()) {
    devices.push_back(one_line(device_object(topology, device)));
  }
  std::string text = fmt::format("{{\n  \"schema\": \"{}\",\n", kTopologySchema);
  const auto add = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("  \"{}\": {},\n", name, value);
  };
  add("name", json_of(topology.name()));
  if (!topology.description().empty()) add("description", json_of(topology.description()));
  Json extra = Json::object();
  for (const auto& [key, value] : topology.extra()) extra[key] = value;
  if (!extra.empty()) add("extra", one_line(extra));
  std::vector<std::string> origins;
  for (const auto& [key, origin] : sources.table()) {
    origins.push_back(json_of(key) + ": " + one_line(origin));
  }
  if (!origins.empty()) add("sources", lines_of(origins, '{', '}'));
  add("devices", lines_of(devices, '[', ']'));
  text += fmt::format("  \"links\": {}", lines_of(link_lines(topology, sources), '[', ']'));
  if (host != HostState()) text += fmt::format(",\n  \"host\": {}", host_state_to_json(host));
  return text + "\n}\n";
}

}  // namespace treering::core
