#include "hw/formats/hwloc/nics.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/host_state/host_state.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "hw/catalogue/adapters.h"
#include "hw/catalogue/links.h"
#include "hw/formats/hwloc/objects.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::hwloc {
namespace {

// The ports of an InfiniBand device of an hwloc XML, in whatever state they are.

// Verbs of an InfiniBand device name up to 255; adapters have one or two.
constexpr int kMostPorts = 255;

// Classes of PCI: code and ID assignment specification of PCI-SIG, 1.2 network controllers.
constexpr std::string_view kEthernetClass = "0x0200";
constexpr std::string_view kInfiniBandClass = "0x0207";
constexpr std::string_view kFabricClass = "0x0208";  // Omni-Path, which verbs call InfiniBand

// hwloc keeps the number before the name in /sys/class/infiniband/*/ports/*/state; names and
// numbers: drivers/infiniband/core/sysfs.c and enum ibv_port_state of verbs.
constexpr std::array<std::string_view, 6> kStates{"NOP",   "DOWN",   "INIT",
                                                  "ARMED", "ACTIVE", "ACTIVE_DEFER"};
constexpr std::string_view kActive = "4";

std::string state_info(const xml::Element& device, int port) {
  return info_of(device, fmt::format("Port{}State", port));
}

std::string state_name(const std::string& number) {
  const auto state = core::whole_number<std::size_t>(number);
  if (!state) return core::printable(number);
  return *state < kStates.size() ? std::string(kStates[*state]) : "of number " + number;
}

/// Whether NCCL would use port `port`, counted from 1.
bool is_active_hwloc_port(const xml::Element& device, int port) {
  return state_info(device, port) == kActive;
}

/// Adapters that can do both change their class with it (ConnectX-4 and later); of others an active
/// port reports it: on Ethernet none has a LID.
std::string link_layer(const core::PciFunction& pci, const xml::Element& device, int port) {
  if (pci.class_code.starts_with(kEthernetClass)) return "Ethernet";
  if (pci.class_code.starts_with(kInfiniBandClass) || pci.class_code.starts_with(kFabricClass)) {
    return "InfiniBand";
  }
  std::string_view digits;
  const std::string lid = info_of(device, fmt::format("Port{}LID", port));
  if (lid.starts_with("0x")) digits = std::string_view(lid).substr(2);
  const auto number = core::whole_number<unsigned>(digits, 16);
  if (!number || !is_active_hwloc_port(device, port)) return "";
  return *number == 0 ? "Ethernet" : "InfiniBand";
}

/// How many ports of `device` the file reports; 0 where it reports none.
int count_hwloc_ports(const xml::Element& device) {
  int ports = 0;
  while (ports < kMostPorts && !state_info(device, ports + 1).empty()) ++ports;
  return ports;
}

/// All that the file reports, which has no rates. \param pci of the function that has the device
/// \param place of the device, for origins: "x.xml: line 3"
std::vector<core::AdapterPortState> hwloc_port_states(const xml::Element& device,
                                                      const core::PciFunction& pci,
                                                      const std::string& place) {
  std::vector<core::AdapterPortState> ports;
  for (int number = 1; number <= count_hwloc_ports(device); ++number) {
    core::AdapterPortState port{.device = core::printable(text_of(device, "name")), .port = number};
    port.state = state_name(state_info(device, number));
    port.link_layer = link_layer(pci, device, number);
    port.model_rate_mbps = catalogue::port_mbps_of(pci.vendor, pci.device);
    port.is_virtual = catalogue::is_virtual_function(pci.vendor, pci.device);
    port.origin = {core::Origin::Kind::File, fmt::format("{}, Port{}State", place, number)};
    ports.push_back(std::move(port));
  }
  return ports;
}

using core::Device;
using core::DeviceId;
using core::NicPort;
using core::Severity;

bool has_active_port(const xml::Element& device) {
  const int ports = count_hwloc_ports(device);
  for (int port = 1; port <= ports; ++port) {
    if (is_active_hwloc_port(device, port)) return true;
  }
  return ports == 0;
}

}  // namespace

Nics::Nics(const Machine& machine, Builder& builder) : machine_(machine), builder_(builder) {
  for (const PciObject& place : machine.pci_objects) {
    has_verbs_ =
        has_verbs_ || std::ranges::any_of(place.object->children, [&](const xml::Element& child) {
          return os_device_of(child, machine.version) == OsDevice::OpenFabrics &&
                 has_active_port(child);
        });
  }
}

bool Nics::is_nic(const xml::Element& object) const {
  return std::ranges::any_of(object.children, [&](const xml::Element& child) {
    return os_device_of(child, machine_.version) != OsDevice::Other;
  });
}

void Nics::add_ports(const xml::Element& object, const core::PciFunction& pci, DeviceId nic) {
  for (const xml::Element& child : object.children) {
    switch (os_device_of(child, machine_.version)) {
      case OsDevice::OpenFabrics:
        add_verbs_device(child, pci, nic);
        break;
      case OsDevice::Network:
        if (has_verbs_) {
          remember_interface(child, nic);
        } else {
          add_interface(child, nic);
        }
        break;
      case OsDevice::Other:
        break;
    }
  }
}

void Nics::add_verbs_device(const xml::Element& device, const core::PciFunction& pci,
                            DeviceId nic) {
  for (auto& state : hwloc_port_states(device, pci, builder_.line_of(device))) {
    builder_.host().ports.push_back(std::move(state));
  }
  NicPort port;
  port.nic = nic;
  port.gpu_direct_rdma = true;
  // NCCL takes that of the adapter, which is one for all its functions (NCCL 2.28
  // src/transport/net_ib.cc: sys_image_guid).
  for (const char* name : {"SysImageGUID", "NodeGUID"}) {
    const std::string text = info_of(device, name);
    if (text.empty() || port.guid != 0) continue;
    const auto guid = parse_hwloc_guid(text);
    if (!guid) {
      builder_.problem(device, fmt::format("{} is {}", name, core::in_quotes(text)),
                       "expected one like ec0d:9a03:0049:a212");
    }
    port.guid = guid.value_or(0);
  }
  const std::int64_t mbps = catalogue::port_mbps_of(pci.vendor, pci.device).value_or(0);
  const int ports = std::max(count_hwloc_ports(device), 1);
  for (port.port = 1; port.port <= ports; ++port.port) {
    if (count_hwloc_ports(device) == 0 || is_active_hwloc_port(device, port.port)) {
      add_verbs_port(device, port, mbps);
    } else {
      builder_.note(Severity::Note, device, "an inactive port is left out: NCCL does not use it");
    }
  }
}

void Nics::add_verbs_port(const xml::Element& device, NicPort port, std::int64_t mbps) {
  Device made;
  made.name = text_of(device, "name");
  if (port.port > 1) made.name += fmt::format(" port {}", port.port);
  made.assumed = {"index", "speed_mbps", "gpu_direct_rdma"};
  if (count_hwloc_ports(device) == 0) made.assumed.emplace_back("port");
  port.speed_mbps = mbps > 0 ? mbps : catalogue::kNcclDefaultMbps;
  builder_.note(Severity::Warning, device,
                mbps > 0 ? fmt::format("hwloc does not report the rate of a port: taken as {} "
                                       "Gbit/s, the most that its adapter can do",
                                       mbps / 1000)
                         : "a port of unknown rate: taken as 10 Gbit/s, as NCCL does");
  const std::string lid = info_of(device, fmt::format("Port{}LID", port.port));
  if (!lid.empty()) made.extra.emplace_back("lid", lid);
  made.info = port;
  ports_.push_back(builder_.add(device, std::move(made)));
}

void Nics::add_interface(const xml::Element& device, DeviceId nic) {
  NicPort port;
  port.nic = nic;
  port.port = 1;
  port.speed_mbps = catalogue::kNcclDefaultMbps;
  Device made{.name = text_of(device, "name"), .info = port};
  made.assumed = {"index", "speed_mbps", "port"};
  const std::string address = info_of(device, "Address");
  if (!address.empty()) made.extra.emplace_back("address", address);
  builder_.note(Severity::Warning, device,
                "hwloc does not report rate and state of a network interface: taken as up with 10 "
                "Gbit/s, which NCCL takes for an unknown rate");
  ports_.push_back(builder_.add(device, std::move(made)));
}

/// Beside InfiniBand devices NCCL uses no interfaces for data; what they are is kept.
void Nics::remember_interface(const xml::Element& device, DeviceId nic) {
  // Attributes of an element in NCCL's XML are few.
  constexpr int kMost = 4;
  const int number = ++interfaces_[nic];
  if (number > kMost) return;
  const std::string key = number == 1 ? "interface" : fmt::format("interface_{}", number);
  const std::string address = info_of(device, "Address");
  const std::string name = text_of(device, "name");
  builder_.device(nic).extra.emplace_back(key, address.empty() ? name : name + " " + address);
}

/// By name, mlx5_2 before mlx5_10: the order that drivers register adapters in.
void Nics::number_ports() {
  std::ranges::stable_sort(builder_.host().ports, {}, [](const core::AdapterPortState& state) {
    return std::tuple(state.device.size(), state.device);
  });
  std::vector<DeviceId> order = ports_;
  std::ranges::stable_sort(order, {}, [this](DeviceId id) {
    const Device& device = builder_.device(id);
    const int port = std::get<NicPort>(device.info).port;
    std::string name = text_of(builder_.element_of(id), "name");
    const std::size_t length = name.size();
    return std::tuple(length, std::move(name), port);
  });
  int next = 0;
  for (const DeviceId id : order) std::get<NicPort>(builder_.device(id).info).index = next++;
}

}  // namespace treering::hw::formats::hwloc
