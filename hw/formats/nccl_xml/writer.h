// Writes a topology as the XML that NCCL reads from NCCL_TOPO_FILE.
//
// Keeps to what NCCL's parser takes (NCCL 2.28 src/graph/xml.cc:28-185): no declaration, single
// spaces, no entities, short texts, at most 16 attributes. Reading the XML back gives the same
// devices and links, except those that NCCL's XML cannot hold: network switches and links other
// than NVLink, C2C, PCIe and those between PCI switches. A class by which NCCL would take a device
// for another kind is replaced. Figures that were assumed on reading are left out, so that NCCL
// fills them in.
#pragma once

#include <string>

#include "core/topology/topology.h"

namespace treering::hw::formats::nccl_xml {

/// Devices without PciFunction get made-up bus ids in the domains from ff00. NCCL refuses more than
/// 128 devices below one.
std::string write_nccl_xml(const core::Topology& topology);

}  // namespace treering::hw::formats::nccl_xml
