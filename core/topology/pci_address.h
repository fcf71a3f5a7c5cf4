// Addresses of PCI functions, as text and as NCCL knows them.
#pragma once

#include <cstdint>
#include <string_view>

namespace treering::core {

/// At most 16 hex digits with ':' and '.' between them. Devices with names instead would all be
/// device 0 of NCCL.
bool is_pci_address(std::string_view text);

/// dddd:bb:dd.f, as the kernel, hwloc and NVML write it; domains may have more digits (VMD).
bool is_pci_function(std::string_view text);

/// What NCCL knows a device by: the digits up to the first other character, '.' and ':' aside, as
/// one number (2.28 src/misc/utils.cc:30).
std::uint64_t pci_number(std::string_view text);

}  // namespace treering::core
