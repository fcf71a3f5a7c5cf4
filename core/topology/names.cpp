#include "core/topology/names.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/named_values.h"

namespace treering::core {
namespace {

constexpr std::array<Named<DeviceKind>, 7> kDeviceKinds{{
    {DeviceKind::Cpu, "cpu"},
    {DeviceKind::PciSwitch, "pci_switch"},
    {DeviceKind::Gpu, "gpu"},
    {DeviceKind::NvSwitch, "nvswitch"},
    {DeviceKind::Nic, "nic"},
    {DeviceKind::NicPort, "nic_port"},
    {DeviceKind::NetworkSwitch, "network_switch"},
}};
static_assert(is_in_enum_order(kDeviceKinds));
static_assert(kDeviceKinds.size() == std::variant_size_v<DeviceInfo>);

constexpr std::array<Named<LinkKind>, 8> kLinkKinds{{
    {LinkKind::NvLink, "nvlink"},
    {LinkKind::C2C, "c2c"},
    {LinkKind::Pcie, "pcie"},
    {LinkKind::PciPeer, "pci_peer"},
    {LinkKind::InterSocket, "inter_socket"},
    {LinkKind::InfiniBand, "infiniband"},
    {LinkKind::RoCE, "roce"},
    {LinkKind::Ethernet, "ethernet"},
}};
static_assert(is_in_enum_order(kLinkKinds));

}  // namespace

std::string_view name_of(DeviceKind kind) {
  return kDeviceKinds.at(static_cast<std::size_t>(kind)).name;
}

std::string_view name_of(LinkKind kind) {
  return kLinkKinds.at(static_cast<std::size_t>(kind)).name;
}

Result<DeviceKind> parse_device_kind(std::string_view text) {
  return parse_name("device kind", text, kDeviceKinds);
}

Result<LinkKind> parse_link_kind(std::string_view text) {
  return parse_name("link kind", text, kLinkKinds);
}

std::optional<DeviceId> device_named(const Topology& node, std::string_view name) {
  const auto found = std::ranges::find(node.devices(), name, &Device::name);
  if (found == node.devices().end()) return {};
  return static_cast<DeviceId>(found - node.devices().begin());
}

}  // namespace treering::core
