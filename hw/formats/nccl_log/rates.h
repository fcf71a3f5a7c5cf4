// Finds the wires behind the bandwidths of an NCCL debug log: NCCL prints GB/s from its tables
// (src/graph/topo.h, by version), not generations, widths and counts.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace treering::hw::formats::nccl_log {

struct PciRate {
  std::string_view speed;  // "16.0 GT/s PCIe"
  int width = 16;
};

/// The link for PCI[gb_per_s], with 16 lanes if possible: PCI[24.0] is generation 4 with 16 lanes,
/// though generation 5 with 8 gives it too. Nothing for a figure that no link has.
std::optional<PciRate> pci_rate_of(double gb_per_s);

/// The log's facts about the GPUs of a node.
struct GpuHints {
  std::vector<double> nvlink_gb_per_s;  // NVL[...] of each link
  double most_of_one_gpu = 0;           // the sum over the GPU that has most
  double pci_gb_per_s = 0;              // of the fastest GPU's PCIe link
  std::string_view nccl_version;        // "2.18.5+cuda12.2"; empty when unknown
  bool has_multicast = false;           // NVLS: Hopper or later
};

struct GpuGeneration {
  int compute_capability = 0;
  double gb_per_s = 0;      // of one NVLink in this version; 0 without NVLinks
  bool is_certain = false;  // no other GPU that NCCL distinguishes has these figures
};

/// The GPU generation whose NVLinks give all figures; without NVLinks, that of the PCIe generation.
GpuGeneration gpu_generation_of(const GpuHints& hints);

/// The GPU generation of the same PCIe generation: 70, 80, 90 or 103.
int compute_capability_of_pcie(double gb_per_s);

}  // namespace treering::hw::formats::nccl_log
