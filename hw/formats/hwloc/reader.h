// Reads hwloc's XML, of hwloc 1, 2 and 3, into a Topology.
//
//   NUMANode                  Cpu, where it has cores of its own; memory of a GPU has none
//   Package                   arch, vendor, family and model of the CPUs in it
//   Bridge                    PciSwitch, as NCCL has them: a switch is its upstream and downstream
//                             bridge, named by the upstream one (NCCL 2.28 src/graph/xml.cc:657);
//                             host bridges number what hangs below a CPU
//   PCIDev of NVIDIA          Gpu (class 03), NvSwitch (0680)
//   PCIDev with network       Nic, one for all functions of an address
//   OSDev nvmlN, cudaN        number and model of the GPU
//   OSDev of InfiniBand       NicPort for each active port; where the machine has none, one for
//                             each network interface
//   distances NVLinkBandwidth NvLink between GPUs, NVSwitches and CPUs
// All CPUs are joined by InterSocket links. What the file lacks is assumed by the rules of
// docs/topologies.md, marked in Device::assumed and Link::origin, and noted.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/formats/read_topology.h"

namespace treering::hw::formats::hwloc {

/// `where` names the source in errors and notes: "x.xml: line 3, column 5, <object>: pci_busid is
/// 'abc', expected an address like 0000:17:00.0". The topology is named after it.
core::Result<ReadTopology> read_hwloc_xml(std::string_view text, const std::string& where);

}  // namespace treering::hw::formats::hwloc
