#include "hw/formats/nccl_xml/nic.h"

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/topology/assumed.h"
#include "hw/catalogue/link_rates.h"
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

NicPort read_port(NcclXmlFields& fields, Device& device) {
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
  if (!has_speed) assume("speed_mbps");
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

void NcclXmlNics::read_ports(const xml::XmlElement& pci, DeviceId nic) {
  for (const xml::XmlElement& child : pci.children) {
    if (child.name != "nic") continue;
    draft_.set_inner(nic, child);
    NcclXmlFields fields(child, draft_);
    for (auto& attribute : fields.rest()) {
      draft_.device(nic).extra.push_back(std::move(attribute));
    }
    read_nets(child, nic);
  }
}

void NcclXmlNics::read_virtual(const xml::XmlElement& nic, DeviceId cpu) {
  const auto [known, is_new] = virtual_nics_.try_emplace(cpu, core::kNoDevice);
  if (is_new) {
    Device device;
    device.name = "virtual NIC of " + draft_.device(cpu).name;
    device.info = core::Nic{};
    device.extra = NcclXmlFields(nic, draft_).rest();
    known->second = draft_.add(nic, std::move(device));
    const catalogue::LinkRate rate = catalogue::local_rate();
    draft_.connect_both_ways(
        nic, {core::LinkKind::Pcie, known->second, cpu, 1, rate.bandwidth, {}, rate.origin});
  }
  read_nets(nic, known->second);
}

void NcclXmlNics::read_nets(const xml::XmlElement& nic, DeviceId id) {
  for (const xml::XmlElement& child : nic.children) {
    if (draft_.failed()) return;
    if (child.name == "net") {
      read_net(child, id);
    } else {
      draft_.note_unknown(child);
    }
  }
}

void NcclXmlNics::read_net(const xml::XmlElement& net, DeviceId nic) {
  for (const xml::XmlElement& child : net.children) draft_.note_unknown(child);
  NcclXmlFields fields(net, draft_);
  Device device;
  NicPort port = read_port(fields, device);
  port.nic = nic;
  device.info = port;
  if (is_assumed(device, "index")) {
    draft_.note(Severity::Note, net,
                "a net without dev: NCCL leaves it out unless its network plugin offers it");
  }
  if (is_assumed(device, "speed_mbps")) {
    draft_.note(Severity::Warning, net, "a net of unknown speed: taken as 10 Gbit/s, as NCCL does");
  }
  ports_.push_back(draft_.add(net, std::move(device)));
}

void NcclXmlNics::finish() {
  std::set<int> taken;
  for (const DeviceId id : ports_) {
    const Device& device = draft_.device(id);
    if (!is_assumed(device, "index")) taken.insert(std::get<NicPort>(device.info).index);
  }
  int next = 0;
  for (const DeviceId id : ports_) {
    Device& device = draft_.device(id);
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
