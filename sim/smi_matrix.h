// The matrix that `nvidia-smi topo -m` prints, from a topology: how far GPUs and NICs are apart.
//
// nvidia-smi classes PCIe paths by what they cross: at most one switch (PIX), several (PXB), a host
// bridge (PHB), the fabric between host bridges of one NUMA node (NODE), the link between NUMA
// nodes (SYS). Between GPUs joined by NVLink it gives their number (NV4) instead; through NVSwitch
// the links of the GPU that has fewer.
//
// Few topologies record host bridges (core::PciFunction::host_bridge). Where they do not, PHB and
// NODE are told apart by the CPU's model: Intel servers had one bridge per socket up to Broadwell
// and have one per PCIe slot since Skylake-SP, as do AMD EPYC and POWER9; virtual machines show
// one.
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
