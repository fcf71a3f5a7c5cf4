// A topology as the XML that NCCL reads from NCCL_TOPO_FILE.
//
// Keeps to what NCCL's parser takes (NCCL 2.28 src/graph/xml.cc:28-185): no declaration, single
// spaces, no entities, short texts, at most 16 attributes. Reading the XML back gives the same
// devices and links, but for what NCCL has no words for: network switches and links other than
// NVLink, C2C, PCIe and those between PCI switches. A class that would make NCCL take a device for
// something else gives way to one that says what it is. Figures that were assumed on reading are
// left out, so that NCCL fills them in itself.
#pragma once

#include <string>

#include "core/topology/topology.h"

namespace treering::hw::formats::nccl_xml {

/// Devices without PciFunction get made-up bus ids in the domains from ff00. NCCL takes at most
/// 128 devices below one other and refuses what goes beyond.
std::string write_nccl_xml(const core::Topology& topology);

}  // namespace treering::hw::formats::nccl_xml
