// How the parts of a node are called: kinds and devices by name, GPUs by number, PCI functions by
// address.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

// Names: of the enumerators of core/topology/topology.h, as our JSON and our tables write them, and
// of the devices of a node.

/// "cpu", "pci_switch", "gpu", "nvswitch", "nic", "nic_port", "network_switch".
std::string_view name_of(DeviceKind kind);
/// "nvlink", "c2c", "pcie", "pci_peer", "inter_socket", "infiniband", "roce", "ethernet".
std::string_view name_of(LinkKind kind);

/// As people write it: "NVLink", "InfiniBand", "inter-socket", ...
std::string_view title_of(LinkKind kind);

/// The inverse; takes any case. Fails as unknown_name (core/named_values.h) does.
Result<DeviceKind> parse_device_kind(std::string_view text);
Result<LinkKind> parse_link_kind(std::string_view text);

/// The first device of that name; nothing where there is none. Linear in devices.
std::optional<DeviceId> device_named(const Topology& node, std::string_view name);

// The numbers by which people name the GPUs of a node (--devices, --gpus-per-node).

/// By device: a GPU's index, plus an offset on a node of several hosts, so that the first GPU of a
/// host follows the last of the host before. -1 for other devices.
std::vector<int> gpu_numbers(const Topology& node);

/// The numbers of all GPUs, smallest first.
std::vector<int> sorted_gpu_numbers(const Topology& node);

/// The host of a device, by the CPU above it; 0 without one.
int host_of(const Topology& node, DeviceId id);

// Addresses of PCI functions, as text and as NCCL knows them.

/// At most 16 hex digits with ':' and '.' between them. Devices with names instead would all be
/// device 0 of NCCL.
bool is_pci_address(std::string_view text);

/// dddd:bb:dd.f, as the kernel, hwloc and NVML write it; domains may have more digits (VMD).
bool is_pci_function(std::string_view text);

/// What NCCL knows a device by: the digits up to the first other character, '.' and ':' aside, as
/// one number (2.28 src/misc/utils.cc:30).
std::uint64_t pci_number(std::string_view text);

}  // namespace treering::core
