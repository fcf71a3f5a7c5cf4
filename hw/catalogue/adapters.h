// Network adapters by their PCI ids: what a port of a model carries, for topologies whose source
// does not say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace treering::hw::catalogue {

/// The most Mbit/s that one port of an adapter of this PCI vendor and device ("0x15b3", "0x1021")
/// carries each way; nothing where that is unknown.
std::optional<std::int64_t> port_mbps_of(std::string_view vendor, std::string_view device);

/// The same where the name that a driver gives its port's device tells the model: "hfi1_0".
std::optional<std::int64_t> port_mbps_of_name(std::string_view device_name);

/// Whether adapters of this PCI vendor and device are SR-IOV virtual functions, as virtual machines
/// have them.
bool is_virtual_function(std::string_view vendor, std::string_view device);

/// Whether the Linux driver of these adapters takes GPU memory as dma-buf (reg_user_mr_dmabuf: mlx5
/// since Linux 5.12, not mlx4); false also for unknown ones.
bool takes_dmabuf(std::string_view vendor, std::string_view device);

/// The PCI device that is part of the adapter type of mlx4 and mlx5: "0x1021" of "MT4129"; "" for
/// others.
std::string mellanox_device_of(std::string_view hca_type);

// PCI vendors (pci-ids.ucw.cz).
inline constexpr std::string_view kMellanoxVendor = "0x15b3";
inline constexpr std::string_view kAmazonVendor = "0x1d0f";

}  // namespace treering::hw::catalogue
