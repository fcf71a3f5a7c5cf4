// The ports of an InfiniBand device of an hwloc XML, in whatever state they are.
#pragma once

#include <string>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/topology/topology.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::hwloc {

/// How many ports of `device` the file reports; 0 where it reports none.
int count_hwloc_ports(const xml::Element& device);

/// Whether NCCL would use port `port`, counted from 1.
bool is_active_hwloc_port(const xml::Element& device, int port);

/// All that the file reports, which has no rates. \param pci of the function that has the device
/// \param place of the device, for origins: "x.xml: line 3"
std::vector<core::AdapterPortState> hwloc_port_states(const xml::Element& device,
                                                      const core::PciFunction& pci,
                                                      const std::string& place);

}  // namespace treering::hw::formats::hwloc
