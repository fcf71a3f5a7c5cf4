// Facts that texts of nvidia-smi lack and that are assumed by the model of the GPU: the parts of
// its machine, and its NVLinks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

// Models of GPU, CPU and adapters, which a topology needs and a matrix of `nvidia-smi topo -m`
// lacks. Chosen by the GPU's name where another text has it, else by the number of NVLinks, and by
// CPU affinities. These are assumptions; docs/topologies.md lists the rules.

/// The NVLinks of a matrix.
struct NvLinkCounts {
  int gpus = 0;
  int most = 0;                // in one cell
  int total = 0;               // of the GPU that has most, over all its cells
  bool is_all_to_all = false;  // no pair of GPUs without

  /// Whether no GPU has NVLinks to more than one, and some pairs have none: bridges of cards.
  bool is_in_pairs() const { return most > 0 && total == most && !is_all_to_all; }
};

NvLinkCounts count_nvlinks(const Table& table);

/// A GPU model and the parts beside it in NVIDIA's machines of its time.
struct MachineModel {
  std::string_view name;
  int compute_capability = 0;
  int nvlinks = 0;              // of one GPU
  std::string_view link_speed;  // of its PCIe slot
  std::int64_t nic_mbps = 0;    // of adapters beside it
  int lanes = 16;               // of its slot
  bool is_on_chip = false;      // one package with its CPU: GB10
  bool has_slot = true;         // of PCIe: not a GPU that is on one chip with its CPU
};

/// The GPU that the table names (the result refers to Table::gpu_model), else the one whose
/// machines look like this.
MachineModel gpu_of(const Table& table);

/// The GPU with this name from the driver; the result refers to the name.
/// \pre the name has a compute capability (hw/catalogue/gpus.h)
MachineModel gpu_of_name(std::string_view name);

/// Whether the GPU's compute capability is known: by its name, or as a text beside it says.
bool is_gpu_known(const Table& table);

/// The model of a matrix's GPUs by what else stands in the paste: the list of devices of
/// nccl-tests, else the words of people. Empty where these name none, several, or one whose NVLinks
/// cannot be those of the matrix.
struct NamedBeside {
  std::string model;
  std::string_view by;  // "the list of devices of nccl-tests names"
};
NamedBeside gpu_named_beside(std::string_view text, const Table& table);

/// The CPU that people's words around a matrix name, "2x EPYC 9575F"; nothing where they name none,
/// several, or one that has not the cores of the matrix (Grace, POWER9).
std::optional<core::Device> cpu_named_beside(std::string_view text, const Table& table);

/// Whether the GPUs have a name that nvidia-smi's table cuts so that it may be that of several
/// models.
bool is_open_name(const Table& table);

/// Names the GPUs by what else stands in the text, where no text of nvidia-smi does or its table
/// cuts the name; says so in a note.
void name_by_others(std::string_view text, const std::string& path, Table& table);

/// Names the CPU by people's words, where no program does; says so in a note.
void name_cpu_by_words(std::string_view text, const std::string& path, Table& table);

/// Says of a matrix with more NUMA nodes than the machine has sockets, by lscpu's count or else by
/// people's words, that each stands as a CPU.
/// \param counted by lscpu; 0 where it does not say
void note_nodes_of_sockets(std::string_view text, int counted, const std::string& path,
                           Table& table);

/// The model that programs name of all GPUs: nvidia-smi's table and -L, nccl-tests' list of
/// devices, PyTorch's warnings ("Found GPU0 NVIDIA GB10 which is of cuda capability 12.1"). Empty
/// where they name none, or several.
std::string gpu_named_by_programs(std::string_view text);

/// A CPU from assume_cpu in words: "an AMD EPYC", "NVIDIA Grace", ...
std::string_view name_of_cpu(const core::Cpu& cpu, const MachineModel& gpu);

/// The CPU above these GPUs: the one that the table names, else that of such machines. Leaves
/// numa_id and affinity unset.
core::Cpu assume_cpu(const Table& table, const MachineModel& gpu);

// Infers the NVLinks of a machine without a matrix, from the GPU model and the number of links that
// are up. The result is an assumption and marked as one.

/// Fills the cells between GPUs of `table`, whose model is known. `active`: NVLinks that are up, by
/// row. Returns the way they are joined, in words for a note. The caller adds the place to an
/// error.
core::Result<std::string> infer_nvlinks(Table& table, const std::vector<int>& active);

/// Fills a table that has no matrix: all devices are NODE to each other, SYS where their affinities
/// differ.
void fill_distances(Table& table);

}  // namespace treering::hw::formats::nvidia_smi
