// Models of GPU, CPU and adapters, which a topology needs and a matrix of `nvidia-smi topo -m`
// lacks. Chosen by the GPU's name where another text has it, else by the number of NVLinks, and by
// CPU affinities. These are assumptions; docs/topologies.md lists the rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/topology/topology.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// The NVLinks of a matrix.
struct NvLinkCounts {
  int gpus = 0;
  int most = 0;                // in one cell
  int total = 0;               // of the GPU that has most, over all its cells
  bool is_all_to_all = false;  // no pair of GPUs without
};

NvLinkCounts count_nvlinks(const Table& table);

/// A GPU model and the parts beside it in NVIDIA's machines of its time.
struct MachineModel {
  std::string_view name;
  int compute_capability = 0;
  int nvlinks = 0;              // of one GPU
  std::string_view link_speed;  // of its PCIe slot
  std::int64_t nic_mbps = 0;    // of adapters beside it
};

/// The GPU that the table names (the result refers to Table::gpu_model), else the one whose
/// machines look like this.
MachineModel gpu_of(const Table& table);

/// The GPU with this name from the driver; the result refers to the name.
/// \pre the name has a compute capability (hw/catalogue/gpus.h)
MachineModel gpu_of_name(std::string_view name);

/// Whether the GPU's compute capability is known by its name.
bool is_gpu_known(const Table& table);

/// A CPU from assume_cpu in words: "an AMD EPYC", "NVIDIA Grace", ...
std::string_view name_of_cpu(const core::Cpu& cpu);

/// The CPU above these GPUs: the one that the table names, else that of such machines. Leaves
/// numa_id and affinity unset.
core::Cpu assume_cpu(const Table& table, const MachineModel& gpu);

}  // namespace treering::hw::formats::nvidia_smi
