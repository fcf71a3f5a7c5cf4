#include "hw/formats/hwloc/nics.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/catalogue/adapters.h"
#include "hw/formats/hwloc/ports.h"
#include "hw/formats/hwloc/words.h"
#include "hw/formats/nccl_xml/fields.h"

namespace treering::hw::formats::hwloc {
namespace {

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
  port.speed_mbps = mbps > 0 ? mbps : nccl_xml::kNcclDefaultMbps;
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
  port.speed_mbps = nccl_xml::kNcclDefaultMbps;
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
