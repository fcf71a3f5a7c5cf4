// The address by which an NCCL XML names each device.
#pragma once

#include <string>
#include <vector>

#include "core/topology/topology.h"

namespace treering::hw::formats::nccl_xml {

/// By device: the bus id of its PciFunction, else the NVLink target that it was read from, else a
/// made-up unique one in the domains from ff00.
std::vector<std::string> nccl_bus_ids(const core::Topology& topology);

}  // namespace treering::hw::formats::nccl_xml
