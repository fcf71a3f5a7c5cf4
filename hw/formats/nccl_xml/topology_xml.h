// NCCL's topology XML, read into a topology and written from one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/formats/read_topology.h"

namespace treering::hw::formats::nccl_xml {

// Reads NCCL's topology XML (NCCL_TOPO_FILE, NCCL_TOPO_DUMP_FILE) into a topology.
//
// Reads what NCCL 2.28 reads (src/graph/xml.cc, topo.cc) with a real XML parser: declarations,
// comments, tabs and any quoting are fine. Missing attributes get NCCL's values and are listed in
// Device::assumed; unknown ones are kept in `extra`; unknown elements are skipped, as NCCL does,
// with a note.
//
//   cpu                      Cpu; host index by host_hash, in order of appearance
//   pci with gpu             Gpu; also class 0x03 alone, whose gpu NCCL fills in from NVML
//   pci with nic             Nic with a NicPort per net; also class 0x02 alone
//   pci of class 0x068000    NvSwitch
//   other pci                PciSwitch
//   nic in a cpu             virtual Nic, without PciFunction
//   nvlink                   to a GPU: one direction; to a switch or CPU: both
//   c2c, pcilink             C2C both ways to the GPU's CPU; PciPeer one way
// All CPUs of a host are joined by InterSocket links. Bandwidths are those of the wires, not
// NCCL's (hw/catalogue/links.h).

/// `where` names the source in errors and notes: "x.xml: line 3, column 5, <gpu>: sm is 'abc',
/// expected an integer". The topology is named after the `name` of the system, else after `where`.
core::Result<ReadTopology> read_nccl_xml(std::string_view text, const std::string& where);

// The address by which an NCCL XML names each device.

/// By device: the bus id of its PciFunction, else the NVLink target that it was read from, else a
/// made-up unique one in the domains from ff00.
std::vector<std::string> nccl_bus_ids(const core::Topology& topology);

// Writes a topology as the XML that NCCL reads from NCCL_TOPO_FILE.
//
// Keeps to what NCCL's parser takes (NCCL 2.28 src/graph/xml.cc:28-185): no declaration, single
// spaces, no entities, short texts, at most 16 attributes. Reading the XML back gives the same
// devices and links, except those that NCCL's XML cannot hold: network switches and links other
// than NVLink, C2C, PCIe and those between PCI switches. A class by which NCCL would take a device
// for another kind is replaced. Figures that were assumed on reading are left out, so that NCCL
// fills them in.

/// Devices without PciFunction get made-up bus ids in the domains from ff00. NCCL refuses more than
/// 128 devices below one.
std::string write_nccl_xml(const core::Topology& topology);

}  // namespace treering::hw::formats::nccl_xml
