#include "hw/formats/hwloc/ports.h"

#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/words.h"
#include "hw/catalogue/adapters.h"
#include "hw/formats/hwloc/words.h"

namespace treering::hw::formats::hwloc {
namespace {

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

}  // namespace

int count_hwloc_ports(const xml::Element& device) {
  int ports = 0;
  while (ports < kMostPorts && !state_info(device, ports + 1).empty()) ++ports;
  return ports;
}

bool is_active_hwloc_port(const xml::Element& device, int port) {
  return state_info(device, port) == kActive;
}

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

}  // namespace treering::hw::formats::hwloc
