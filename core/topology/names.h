// Names: of the enumerators of core/topology/topology.h, as our JSON and our tables write them, and
// of the devices of a node.
#pragma once

#include <optional>
#include <string_view>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

/// "cpu", "pci_switch", "gpu", "nvswitch", "nic", "nic_port", "network_switch".
std::string_view name_of(DeviceKind kind);
/// "nvlink", "c2c", "pcie", "pci_peer", "inter_socket", "infiniband", "roce", "ethernet".
std::string_view name_of(LinkKind kind);

/// The inverse; takes any case. Fails as unknown_name (core/named_values.h) does.
Result<DeviceKind> parse_device_kind(std::string_view text);
Result<LinkKind> parse_link_kind(std::string_view text);

/// The first device of that name; nothing where there is none. Linear in devices.
std::optional<DeviceId> device_named(const Topology& node, std::string_view name);

}  // namespace treering::core
