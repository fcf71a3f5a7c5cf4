// What models of network adapters carry, where no source of a topology says it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace treering::hw {

/// Mbit/s of one port, each way, at the most that adapters of this PCI vendor and device ("0x15b3",
/// "0x1021") do; nothing where that is not known.
std::optional<std::int64_t> port_mbps_of(std::string_view vendor, std::string_view device);

}  // namespace treering::hw
