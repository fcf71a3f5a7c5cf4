// What stands at the other end of an NVLink, in the words of NCCL's XML and of NVML: a bus id, and
// the PCI class that the system gives it.
#pragma once

#include <string>
#include <string_view>

#include "core/topology/topology.h"

namespace treering::hw::catalogue {

enum class NvlinkEnd { Gpu, Cpu, Switch };

/// By the prefix of its class. An NVSwitch is also what has another class, or none because it is
/// hidden, as NCCL takes it (2.28 src/graph/topo.cc:422, 580-603, and xml.cc:869).
NvlinkEnd nvlink_end(std::string_view pci_class);

/// The class that NCCL writes for an NVSwitch, and for one that it cannot see.
inline constexpr std::string_view kNvSwitchClass = "0x068000";

/// The NVSwitch at `target`.
/// \param is_taken another device has this bus id: guests see such targets for switches that are
/// hidden. Then, and where it is no bus id at all, the target is kept beside the device.
core::Device nvswitch_at(const std::string& target, bool is_taken);

}  // namespace treering::hw::catalogue
