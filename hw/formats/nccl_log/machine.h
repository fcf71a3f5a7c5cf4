// The machine of an NCCL debug log, with a system tree or without one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/formats/nccl_log/adapters.h"
#include "hw/formats/nccl_log/ranks.h"
#include "hw/formats/nccl_log/tree.h"

namespace treering::hw::formats::nccl_log {

// The machine of a system tree in an NCCL debug log.
//
// The tree has devices, their links and bandwidths from NCCL's tables. Generations and widths
// follow from these (devices.h); models and compute capabilities come from the rest of the log,
// else are assumed and marked.

/// What the rest of the log says of that host.
struct Context {
  std::string path;  // of the log, for errors and notes
  const Host* host = nullptr;
  std::string gpu_model;  // that other programs name of all GPUs; empty for none
  std::string gpu_said;   // likewise people's words around the log
  int gpus_of_node = 0;   // where it is more than the ranks that are seen
  const Adapters* adapters = nullptr;
  const Tree* cut_tree = nullptr;  // one that ends before its first GPU
  std::string nccl_version;
  bool has_multicast = false;
};

struct Machine {
  core::Topology topology;
  std::vector<core::Diagnostic> notes;
  std::string nvlinks_unknown = {};  // why they are left out; empty where they are known
};

/// \pre `tree` has a GPU
core::Result<Machine> machine_of_tree(const Tree& tree, const Context& context);

/// "x.log: line 12".
std::string nccl_log_place(const std::string& path, std::size_t line);

// The machine of an NCCL debug log without a system tree: its GPUs and network devices below the
// CPUs that their affinities name; all PCIe and most NVLinks are assumed. Without the GPUs' name
// nothing would be left but guesses.

/// Whether nccl-tests names a model of GPU that is known.
bool has_known_model(const Host& host);

/// \pre context.host is not null and has_known_model(). Fails where it has no GPU, or more than a
/// node can have.
core::Result<Machine> machine_of_ranks(const Context& context);

/// Names GPUs without a model by what other programs print beside the log, and returns that name:
/// empty where these name none, or several, or nccl-tests names them.
std::string name_gpus_beside(std::string_view text, Ranks& ranks);

/// The model that people's words around a log name; empty where they name none, or several.
std::string gpu_said_beside(std::string_view text);

// The machine beside a log: what nvidia-smi topo -m in the same text shows.

struct MachineOfMatrix {
  Machine machine;
  std::string matrix;  // LoadedCluster::matrix
};

/// Nothing where the text has no such matrix, none that can be read, one that shows no NVLinks, or
/// one with fewer GPUs than the log has on a host.
std::optional<MachineOfMatrix> machine_of_matrix(std::string_view text, const std::string& path,
                                                 int gpus_of_host);

}  // namespace treering::hw::formats::nccl_log
