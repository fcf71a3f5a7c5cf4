// What the source of a topology does not report of a device.
#pragma once

#include <string_view>

#include "core/topology/topology.h"

namespace treering::core {

/// Whether `field` holds a default because the source lacks it: it is in Device::assumed. Fields go
/// by their place in our JSON: "index", "pci/link_speed".
bool is_assumed(const Device& device, std::string_view field);

/// Whether the source takes for granted which CPUs there are, and so what is below which.
bool is_place_assumed(const Topology& node);

}  // namespace treering::core
