#include "hw/discover/build/host_state.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/topology/checks.h"
#include "hw/catalogue/adapters.h"

namespace treering::hw::discover::build {
namespace {

using core::AdapterPortState;
using core::Figure;
using core::HostState;
using core::LinkKind;
using core::PcieLinkState;
using core::PcieRate;

PcieRate rate_of(const std::optional<Figure<std::string>>& speed,
                 const std::optional<Figure<int>>& width) {
  return {speed ? speed->value : "", width ? width->value : 0};
}

/// Functions above 0 share the link of function 0.
bool has_own_link(const sources::PciFact& function, const sources::PciFacts& pci) {
  if (function.bus_id.ends_with(".0")) return true;
  std::string first = function.bus_id;
  first.back() = '0';
  return !pci.functions.contains(first);
}

/// The lower side of a switch is the upper end of another device's link.
bool is_at_lower_end(const sources::PciFact& function, const sources::PciFacts& pci) {
  const bool is_bridge = function.class_code.starts_with("0x0604");
  return !is_bridge || sources::port_above(function, pci) != nullptr;
}

std::vector<PcieLinkState> pcie_links_of(const sources::PciFacts& pci) {
  std::vector<PcieLinkState> links;
  for (const auto& [bus_id, function] : pci.functions) {
    if (!has_own_link(function, pci) || !is_at_lower_end(function, pci)) continue;
    PcieLinkState link;
    link.bus_id = bus_id;
    link.device = rate_of(function.max_link_speed, function.max_link_width);
    link.now = rate_of(function.current_link_speed, function.current_link_width);
    if (const sources::PciFact* port = sources::port_above(function, pci)) {
      link.port = rate_of(port->max_link_speed, port->max_link_width);
    }
    if (link.device == PcieRate() && link.port == PcieRate() && link.now == PcieRate()) continue;
    link.origin = sources::discovered_in(fmt::format("{}/{}", sources::kPciDevices, bus_id));
    links.push_back(std::move(link));
  }
  return links;
}

/// By its PCI device, else by the type that its driver gives it.
std::optional<std::int64_t> model_rate_of(const sources::Hca& hca, const sources::PciFacts& pci) {
  const bool is_part = !hca.physical_bus_id.empty();
  const auto function = pci.functions.find(is_part ? hca.physical_bus_id : hca.bus_id);
  if (function != pci.functions.end()) {
    return catalogue::port_mbps_of(function->second.vendor, function->second.device);
  }
  return catalogue::port_mbps_of(catalogue::kMellanoxVendor,
                                 catalogue::mellanox_device_of(hca.type));
}

bool is_virtual(const sources::Hca& hca, const sources::PciFacts& pci) {
  if (!hca.physical_bus_id.empty()) return true;
  const auto function = pci.functions.find(hca.bus_id);
  return function != pci.functions.end()
             ? catalogue::is_virtual_function(function->second.vendor, function->second.device)
             : catalogue::is_virtual_function(catalogue::kMellanoxVendor,
                                              catalogue::mellanox_device_of(hca.type));
}

std::vector<AdapterPortState> ports_of(const sources::MachineFacts& facts) {
  std::vector<AdapterPortState> ports;
  for (const sources::Hca& hca : facts.infiniband.hcas) {
    for (const sources::HcaPort& from : hca.ports) {
      AdapterPortState port{.device = hca.name, .port = from.number};
      port.state = from.state;
      port.physical_state = from.physical_state;
      port.link_layer = from.link_layer;
      if (from.rate_mbps) port.rate_mbps = from.rate_mbps->value;
      port.model_rate_mbps = model_rate_of(hca, facts.pci);
      port.is_virtual = is_virtual(hca, facts.pci);
      port.firmware = hca.firmware;
      port.bus_id = hca.bus_id;
      port.origin = sources::discovered_in(
          fmt::format("/sys/class/infiniband/{}/ports/{}", hca.name, from.number));
      ports.push_back(std::move(port));
    }
  }
  return ports;
}

std::optional<LinkKind> kind_of(const NetworkPort& port) {
  if (!port.is_rdma) return LinkKind::Ethernet;
  if (port.link_layer == "InfiniBand") return LinkKind::InfiniBand;
  if (port.link_layer == "Ethernet") return LinkKind::RoCE;
  return {};
}

/// The link layer of most of the bandwidth.
std::optional<Figure<LinkKind>> network_of(const std::vector<NetworkPort>& ports) {
  std::map<LinkKind, std::int64_t> mbps;
  for (const NetworkPort& port : ports) {
    if (const auto kind = kind_of(port)) mbps[*kind] += port.speed_mbps.value_or(1);
  }
  std::optional<LinkKind> most;
  for (const auto& [kind, sum] : mbps) {
    if (!most || sum > mbps.at(*most)) most = kind;
  }
  if (!most) return {};
  return Figure<LinkKind>{
      *most, sources::discovered_in(*most == LinkKind::Ethernet
                                        ? "/sys/class/net"
                                        : "/sys/class/infiniband/*/ports/*/link_layer")};
}

std::vector<core::CpuPackage> packages_of(const sources::NumaFacts& numa) {
  std::vector<core::CpuPackage> packages;
  for (const auto& [number, nodes] : numa.packages) {
    packages.push_back({number,
                        {nodes.begin(), nodes.end()},
                        sources::discovered_in("/sys/devices/system/cpu/cpu*/topology/"
                                               "physical_package_id")});
  }
  return packages;
}

std::vector<core::AcsState> acs_of(const sources::AcsFacts& facts) {
  std::vector<core::AcsState> states;
  for (const sources::AcsFact& bridge : facts.bridges) {
    states.push_back({bridge.bus_id, bridge.is_redirecting.value, bridge.is_redirecting.origin});
  }
  return states;
}

}  // namespace

HostState host_state_of(const sources::MachineFacts& facts, const std::vector<NetworkPort>& ports) {
  HostState host;
  host.pcie_links = pcie_links_of(facts.pci);
  host.acs = acs_of(facts.acs);
  host.iommu = facts.iommu.mode;
  host.packages = packages_of(facts.numa);
  host.ports = ports_of(facts);
  host.network = network_of(ports);
  host.has_peermem = facts.gpu_direct.has_peermem;
  host.has_dmabuf = facts.gpu_direct.has_dmabuf;
  host.shm_bytes = facts.limits.shm_bytes;
  host.memlock_bytes = facts.limits.memlock_bytes;
  host.numa_balancing = facts.platform.numa_balancing;
  host.machine = facts.platform.machine;
  host.kernel = facts.gpu_direct.kernel;
  host.hypervisor = facts.platform.hypervisor;
  host.container = facts.platform.container;
  if (const auto& driver = facts.gpu_direct.driver) {
    host.driver_version = {driver->value.version, driver->origin};
  }
  host.topology_file = facts.topology_file.path;
  host.variables = facts.environment.variables;
  host.plugins = facts.plugins.plugins;
  make_printable(host);
  return host;
}

}  // namespace treering::hw::discover::build
