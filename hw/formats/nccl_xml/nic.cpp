#include "hw/formats/nccl_xml/nic.h"

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/topology/assumed.h"
#include "hw/catalogue/links.h"
#include "hw/formats/nccl_xml/builder.h"
#include "hw/formats/nccl_xml/fields.h"

namespace treering::hw::formats::nccl_xml {
namespace {

using core::Device;
using core::DeviceId;
using core::NicPort;
using core::Severity;

// Linux's SPEED_UNKNOWN (ethtool.h), which NCCL's dumps pass on; lower figures mean nothing.
constexpr std::int64_t kUnknownMbps = -1;

NicPort read_port(Fields& fields, Device& device) {
  const auto assume = [&device](const char* field) { device.assumed.emplace_back(field); };
  NicPort port;
  const auto index = fields.integer("dev");
  if (!index) assume("index");
  port.index = index.value_or(0);
  const auto speed = fields.long_integer("speed");
  if (speed.value_or(0) < kUnknownMbps) {
    fields.refuse("speed", "expected Mbit/s, or -1 where they are unknown");
  }
  const bool has_speed = speed.value_or(0) > 0;
  if (!has_speed || fields.text(kAssumed) == kAssumedPort) assume("speed_mbps");
  port.speed_mbps = has_speed ? *speed : kNcclDefaultMbps;
  port.port = fields.integer("port").value_or(0);
  const auto guid = fields.hex("guid");
  port.guid = guid.value_or(0);
  port.latency_us = fields.number("latency").value_or(0);
  port.max_connections = fields.integer("maxconn").value_or(0);
  port.gpu_direct_rdma = fields.integer("gdr").value_or(0) != 0;
  port.in_network_reduction = fields.integer("coll").value_or(0) != 0;
  device.name = fields.text("name");
  device.extra = fields.rest();
  // A guid of 0 that is given makes ports one ASIC; one that is unknown does not.
  if (guid == 0U) device.extra.emplace_back("guid", fields.text("guid"));
  return port;
}

}  // namespace

void Nics::read_ports(const xml::Element& pci, DeviceId nic) {
  for (const xml::Element& child : pci.children) {
    if (child.name != "nic") continue;
    builder_.set_inner(nic, child);
    Fields fields(child, builder_);
    for (auto& attribute : fields.rest()) {
      builder_.device(nic).extra.push_back(std::move(attribute));
    }
    read_nets(child, nic);
  }
}

void Nics::read_virtual(const xml::Element& nic, DeviceId cpu) {
  const auto [known, is_new] = virtual_nics_.try_emplace(cpu, core::kNoDevice);
  if (is_new) {
    Device device;
    device.name = "virtual NIC of " + builder_.device(cpu).name;
    device.info = core::Nic{};
    device.extra = Fields(nic, builder_).rest();
    known->second = builder_.add(nic, std::move(device));
    const catalogue::LinkRate rate = catalogue::local_rate();
    builder_.connect_both_ways(
        nic, {core::LinkKind::Pcie, known->second, cpu, 1, rate.bandwidth, {}, rate.origin});
  }
  read_nets(nic, known->second);
}

void Nics::read_nets(const xml::Element& nic, DeviceId id) {
  for (const xml::Element& child : nic.children) {
    if (builder_.failed()) return;
    if (child.name == "net") {
      read_net(child, id);
    } else {
      builder_.note_unknown(child);
    }
  }
}

void Nics::read_net(const xml::Element& net, DeviceId nic) {
  for (const xml::Element& child : net.children) builder_.note_unknown(child);
  Fields fields(net, builder_);
  Device device;
  NicPort port = read_port(fields, device);
  port.nic = nic;
  device.info = port;
  if (is_assumed(device, "index")) {
    builder_.note(Severity::Note, net,
                  "a net without dev: NCCL leaves it out unless its network plugin offers it");
  }
  if (is_assumed(device, "speed_mbps")) {
    builder_.note(Severity::Warning, net,
                  "a net of unknown speed: taken as 10 Gbit/s, as NCCL does");
  }
  ports_.push_back(builder_.add(net, std::move(device)));
}

void Nics::finish() {
  std::set<int> taken;
  for (const DeviceId id : ports_) {
    const Device& device = builder_.device(id);
    if (!is_assumed(device, "index")) taken.insert(std::get<NicPort>(device.info).index);
  }
  int next = 0;
  for (const DeviceId id : ports_) {
    Device& device = builder_.device(id);
    auto& port = std::get<NicPort>(device.info);
    if (is_assumed(device, "index")) {
      while (!taken.insert(next).second) ++next;
      port.index = next;
    }
    if (!device.name.empty()) continue;
    device.name = fmt::format("net {}", port.index);
    device.assumed.emplace_back("name");
  }
}

}  // namespace treering::hw::formats::nccl_xml
