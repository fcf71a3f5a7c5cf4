#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/text/suggest.h"
#include "core/topology/json.h"
#include "core/topology/names.h"
#include "core/topology/topology.h"

namespace treering::core {
namespace {

// Reads the devices of a topology's JSON; core/topology/json_read.cpp reads links and the rest.

/// Device ids by name, collected before devices are read: a port may stand before its nic.
class DeviceNames {
 public:
  DeviceNames() = default;
  /// \param devices an array; entries without a name count as devices but cannot be named
  explicit DeviceNames(const nlohmann::ordered_json& devices);

  /// The device that the field names by name or index; kNoDevice when absent or not found.
  DeviceId read_id(JsonFields& fields, std::string_view name) const;

 private:
  std::map<std::string, DeviceId> ids_;
};

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

/// Reads one entry of /devices. Problems go to `problem`, to which `fields` also reports.
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

using Json = nlohmann::ordered_json;

class Reader {
 public:
  Reader(const Json& root, const std::string& pointer, FirstProblem& problem)
      : root_(root), pointer_(pointer), problem_(problem) {}

  Result<Topology> read() {
    JsonFields fields(root_, pointer_, problem_);
    if (!problem_.any()) check_schema(fields);
    if (problem_.any()) return fail(problem_.error());
    TopologyBuilder builder(fields.text("name"), fields.text("description"));
    builder.set_extra(fields.texts_by_name("extra"));
    read_sources(fields);
    read_devices(fields, builder);
    read_links(fields, builder);
    fields.value("host");  // no part of the topology: core/host_state/json.h reads it
    fields.refuse_unknown();
    if (problem_.any()) return fail(problem_.error());
    auto topology = std::move(builder).build();
    if (topology) return topology;
    problem_.note(in_file_terms(topology.error()));
    return fail(problem_.error());
  }

 private:
  void check_schema(JsonFields& fields) {
    fields.require("schema");
    const std::string schema = fields.text("schema");
    if (problem_.any() || schema == kTopologySchema) return;
    fields.problem("schema", in_quotes(schema), fmt::format("expected '{}'", kTopologySchema));
  }

  void read_sources(JsonFields& fields) {
    const Json* sources = fields.object("sources");
    if (sources == nullptr) return;
    for (const auto& field : sources->items()) {
      sources_[field.key()] =
          read_origin(field.value(), pointer_to(fields.pointer("sources"), field.key()));
    }
  }

  Origin read_origin(const Json& value, std::string pointer) {
    JsonFields fields(value, std::move(pointer), problem_);
    Origin origin;
    fields.require("kind");
    origin.kind = fields.one_of("kind", Origin::Kind::Assumed, parse_origin_kind);
    origin.source = fields.text("source");
    fields.refuse_unknown();
    return origin;
  }

  Origin read_link_origin(JsonFields& fields) {
    const Json* value = fields.value("origin");
    if (value == nullptr) return {};
    const auto name = text_in(*value);
    if (!name) return read_origin(*value, fields.pointer("origin"));
    const auto found = sources_.find(*name);
    if (found != sources_.end()) return found->second;
    std::vector<std::string_view> known;
    // Comparing more names than people write would take long.
    constexpr std::size_t kComparable = 1000;
    for (auto at = sources_.begin(); at != sources_.end() && known.size() < kComparable; ++at) {
      known.emplace_back(at->first);
    }
    const auto closest = closest_name(*name, known);
    fields.problem("origin", described(*value) + " not found", "expected a key of /sources",
                   closest ? fmt::format("did you mean '{}'", *closest) : "add it there");
    return {};
  }

  void read_devices(JsonFields& fields, TopologyBuilder& builder) {
    const Json* devices = fields.array("devices");
    if (devices == nullptr) return;
    names_ = DeviceNames(*devices);
    if (devices->size() > static_cast<std::size_t>(kMaxDevices)) {
      fields.problem(fmt::format("devices/{}", kMaxDevices),
                     fmt::format("more than {} devices", kMaxDevices),
                     "expected the description of one machine");
      return;
    }
    for (std::size_t i = 0; i < devices->size() && !problem_.any(); ++i) {
      JsonFields device((*devices)[i], pointer_to(fields.pointer("devices"), std::to_string(i)),
                        problem_);
      builder.add(read_device(device, names_, problem_));
    }
  }

  void read_links(JsonFields& fields, TopologyBuilder& builder) {
    const Json* links = fields.array("links");
    if (links == nullptr) return;
    for (std::size_t i = 0; i < links->size() && !problem_.any(); ++i) {
      JsonFields link_fields((*links)[i], pointer_to(fields.pointer("links"), std::to_string(i)),
                             problem_);
      const Link link = read_link(link_fields);
      builder.connect(link);
      entries_.push_back(i);
      if (link_fields.truth("oneway", false)) {
        link_fields.refuse_unknown();
        continue;
      }
      link_fields.refuse_unknown();
      Link mirror = link;
      std::swap(mirror.from, mirror.to);
      builder.connect(std::move(mirror));
      entries_.push_back(i);
    }
  }

  Link read_link(JsonFields& fields) {
    for (const char* name : {"kind", "from", "to", "gb_per_s"}) fields.require(name);
    Link link;
    link.kind = fields.one_of("kind", LinkKind::Pcie, parse_link_kind);
    link.from = names_.read_id(fields, "from");
    link.to = names_.read_id(fields, "to");
    link.count = fields.integer("count", link.count);
    link.bandwidth = Bandwidth::from_gb_per_s(fields.number("gb_per_s"));
    link.latency = Duration::from_us(fields.number("latency_us"));
    link.origin = read_link_origin(fields);
    return link;
  }

  /// The builder counts directions, the file wires: the builder's "/links/9/to" may be the file's
  /// "/links/4/to".
  Error in_file_terms(Error error) const {
    constexpr std::string_view kPrefix = "/links/";
    std::size_t link = 0;
    if (error.where.starts_with(kPrefix)) {
      const char* start = error.where.data() + kPrefix.size();
      const char* end = error.where.data() + error.where.size();
      const auto [stop, code] = std::from_chars(start, end, link);
      if (code == std::errc() && link < entries_.size()) {
        error.where = fmt::format("{}{}{}", kPrefix, entries_[link], std::string_view(stop, end));
      }
    }
    error.where = pointer_ + error.where;
    return error;
  }

  const Json& root_;
  const std::string& pointer_;
  FirstProblem& problem_;
  std::map<std::string, Origin> sources_;
  DeviceNames names_;
  std::vector<std::size_t> entries_;  // by link of the builder: the entry of /links it is from
};

}  // namespace

Result<Topology> topology_from_json(std::string_view text, const std::string& where) {
  const auto json = parse_json(text, where);
  if (!json) return fail(json.error());
  FirstProblem problem(where, text);
  return read_topology(*json, "", problem);
}

Result<Topology> read_topology(const Json& value, const std::string& pointer,
                               FirstProblem& problem) {
  return Reader(value, pointer, problem).read();
}

}  // namespace treering::core
