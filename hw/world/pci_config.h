// The configuration space of a PCI Express function, from sysfs (devices/*/config).
//
// Ordinary users can read only the first 64 bytes; extended capabilities begin at 256. Numbers: PCI
// Express Base Specification, 7.7.1 and 7.7.11; include/uapi/linux/pci_regs.h of Linux.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace treering::hw::world {

inline constexpr std::uint16_t kAccessControlCapability = 0x000d;
inline constexpr std::size_t kFirstExtendedCapability = 0x100;
// Bits of the control register of access control.
inline constexpr std::uint32_t kRedirectsRequests = 0x4;
inline constexpr std::uint32_t kRedirectsCompletions = 0x8;

/// Whether `config` reaches the extended capabilities, and the function answered.
bool has_extended_capabilities(std::string_view config);

/// Where the capability with this id begins; nothing when the function lacks it or `config` is too
/// short.
std::optional<std::size_t> find_extended_capability(std::string_view config, std::uint16_t id);

/// Whether requests or completions from one device below this port to another go up to the root
/// complex. False for a port without the capability; nothing when `config` is too short.
std::optional<bool> is_redirecting(std::string_view config);

}  // namespace treering::hw::world
