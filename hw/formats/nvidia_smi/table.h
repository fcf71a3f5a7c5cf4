// The matrix that `nvidia-smi topo -m` prints, as text -> value.
//
// A header names the columns: GPUs, then NICs (by NIC# and a legend below, or by their own names
// from drivers before 2021), then "CPU Affinity", "NUMA Affinity" and "GPU NUMA ID". A row follows
// for each. Tolerates what pasting does (words.h), and a paste that ends before or inside the rows
// of NICs: the matrix is symmetric, so that the rows of GPUs have all but what is between NICs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {

struct TableDevice {
  /// Mbit/s of a NIC's port, as given or as its label tells; nothing where neither does.
  std::optional<std::int64_t> rate() const;

  std::string name;  // of its row: "GPU0", "NIC3", "mlx5_0"
  bool is_gpu = false;
  int index = 0;              // of a GPU
  std::string model;          // of a GPU that is not of Table::gpu_model; empty for others
  std::string label;          // what the legend calls a NIC, else its name
  std::size_t line = 0;       // of its row
  std::string cpu_affinity;   // "0-23,48-71"; empty where not given or N/A
  std::string numa_affinity;  // "0"; empty where not given or N/A
  // Not in the matrix, but maybe in texts beside it.
  std::string bus_id;                // 0000:1b:00.0; empty when unknown
  double nvlink_gb_per_s = 0;        // of a GPU: one NVLink each way as printed; 0 when unknown
  std::optional<std::int64_t> mbps;  // of a NIC's port
  std::int64_t usual_mbps = 0;       // to be assumed where no rate is known; 0: by the GPUs' model
  bool gpu_direct_rdma = true;       // likewise
  bool is_gpu_direct_assumed = true;
};

/// What prints it.
inline constexpr std::string_view kMatrix = "nvidia-smi topo -m";

/// Whole and symmetric: a row and a column for each device, NVLink between GPUs only.
struct Table {
  std::vector<TableDevice> devices;  // in the order of the columns
  std::vector<Cell> cells;           // row by row
  std::vector<core::Diagnostic> notes;
  std::string gpu_model;            // "NVIDIA H100 80GB HBM3"; empty when unknown
  std::string source{kMatrix};      // what it was read from
  bool is_model_certain = true;     // gpu_model is known, not concluded
  int compute_capability = 0;       // as a text beside it says; 0 when unknown
  bool has_numa_column = true;      // drivers before 2020 print none
  bool says_no_numa = false;        // in that column stands N/A, as the kernel knows no NUMA node
  std::string hides_nvlinks{};      // why no cell can show NVLinks; empty where they can
  bool has_nvswitch = false;        // NVLinks lead there, as the model's do
  std::string nvlinks_unknown;      // why they are left out; empty where they are known
  std::string gpus_unknown;         // why the machine may have more; empty where not
  std::optional<core::Device> cpu;  // what is known of all CPUs
  int numa_nodes = 0;               // of the machine, as a text beside it counts; 0 when unknown

  Cell& cell(std::size_t row, std::size_t column) { return cells[row * devices.size() + column]; }
  const Cell& cell(std::size_t row, std::size_t column) const {
    return cells[row * devices.size() + column];
  }
};

// A node has at most 144 GPUs (core/topology/topology.h); no server holds more adapters than that.
inline constexpr std::size_t kMaxSmiDevices = 512;

/// Whether some line of `text` may be the header of a matrix.
bool has_smi_header(std::string_view text);

/// The first matrix of `text`. `path` names the source in errors.
core::Result<Table> parse_smi_table(std::string_view text, const std::string& path);

/// "topo.txt: line 7".
std::string smi_place(const std::string& path, std::size_t line);
/// "topo.txt: line 7, cell GPU3 NIC0".
std::string smi_place(const std::string& path, const TableDevice& row, const TableDevice& column);

}  // namespace treering::hw::formats::nvidia_smi
