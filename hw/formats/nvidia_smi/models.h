// What a matrix of `nvidia-smi topo -m` does not say and a topology needs: which GPU, CPU and
// adapters these are. Chosen by the GPU's name where a text beside the matrix has it, else by the
// number of NVLinks, and by the CPU affinities; what is chosen so is an assumption, and
// docs/topologies.md lists the rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/topology/topology.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// What the matrix says of NVLink.
struct NvLinkCounts {
  int gpus = 0;
  int most = 0;                // in one cell
  int total = 0;               // of the GPU that has most, over all its cells
  bool is_all_to_all = false;  // no pair of GPUs without
};

NvLinkCounts count_nvlinks(const Table& table);

/// A GPU model and what NVIDIA's machines of its time have around it.
struct MachineModel {
  std::string_view name;
  int compute_capability = 0;
  int nvlinks = 0;              // of one GPU
  std::string_view link_speed;  // of its PCIe slot
  std::int64_t nic_mbps = 0;    // of adapters beside it
};

/// The GPU that the table names (Table::gpu_model, which the name refers to), or the one whose
/// machines look like this.
MachineModel gpu_of(const Table& table);

/// The GPU that the driver gives this name, which the result refers to.
/// \pre the name has a compute capability (hw/catalogue/gpus.h)
MachineModel gpu_of_name(std::string_view name);

/// Whether the GPU's compute capability is known by its name.
bool is_gpu_known(const Table& table);

/// "an AMD EPYC", "NVIDIA Grace", ...: a CPU that assume_cpu gave.
std::string_view name_of_cpu(const core::Cpu& cpu);

/// The CPU that has these GPUs: the one that the table names, else what such machines have. Leaves
/// numa_id and affinity alone.
core::Cpu assume_cpu(const Table& table, const MachineModel& gpu);

}  // namespace treering::hw::formats::nvidia_smi
