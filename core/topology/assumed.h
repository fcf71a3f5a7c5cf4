// Which figures of a device are assumed because the topology's source does not report them.
#pragma once

#include <string_view>

#include "core/topology/topology.h"

namespace treering::core {

/// Whether `field` is in Device::assumed: it holds a default because the source lacks it. Fields
/// are named by their place in our JSON: "index", "pci/link_speed".
bool is_assumed(const Device& device, std::string_view field);

/// Whether the CPUs of the topology are assumed, and with them the CPU that each device is below.
bool is_place_assumed(const Topology& node);

}  // namespace treering::core
