// The matrix that `nvidia-smi topo -m` prints, computed from a topology: the distances between GPUs
// and NICs.
//
// nvidia-smi classifies PCIe paths by what they cross: at most one switch (PIX), several (PXB), a
// host bridge (PHB), the fabric between host bridges of one NUMA node (NODE), the link between NUMA
// nodes (SYS). Between GPUs joined by NVLink it shows the number of links instead (NV4); behind
// NVSwitches, the number of the GPU with fewer links.
//
// Few topologies record host bridges (core::PciFunction::host_bridge). Elsewhere the CPU's model
// distinguishes PHB from NODE: Intel servers had one bridge per socket up to Broadwell and have one
// per PCIe slot since Skylake-SP, as do AMD EPYC and POWER9; virtual machines show one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/topology/topology.h"

namespace treering::sim {

enum class SmiLink { Self, NvLink, Pix, Pxb, Phb, Node, Sys };

struct SmiCell {
  SmiLink link = SmiLink::Sys;
  int nvlinks = 0;  // of NvLink
  bool operator==(const SmiCell&) const = default;
};

/// "X", "NV18", "PIX", ...
std::string text_of(const SmiCell& cell);

struct SmiRow {
  std::string name;  // GPU0, NIC0
  core::DeviceId device = core::kNoDevice;
  std::string cpu_affinity;   // "0-55,112-167"; empty for NICs and where unknown
  std::string numa_affinity;  // "0"; empty for NICs and where unknown
  bool operator==(const SmiRow&) const = default;
};

/// GPUs by index, then NIC ports in the order of the topology.
struct SmiMatrix {
  std::vector<SmiRow> rows;
  std::vector<SmiCell> cells;  // row by row

  const SmiCell& cell(std::size_t row, std::size_t column) const {
    return cells[row * rows.size() + column];
  }
};

SmiMatrix smi_matrix(const core::Topology& node);

/// The list of CPUs in a kernel cpumap: "00000000,0000000b" is "0-1,3". Empty when it names none
/// or is no cpumap.
std::string cpu_list(std::string_view cpumap);

}  // namespace treering::sim
