// Texts of nvidia-smi: their parts, the GPUs that they list, and the cluster that the parts make
// together.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "hw/formats/format.h"
#include "hw/formats/host_texts/gpu_query.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

// What texts of nvidia-smi say of each GPU: its own table, `-L` and `nvlink --status`.

struct GpuLine {
  std::string name;             // "NVIDIA A100-SXM4-80GB"
  std::string bus_id;           // 0000:07:00.0; of nvidia-smi's own table
  std::size_t line = 0;         // from 1
  std::map<int, bool> nvlinks;  // by number: whether it is up
  std::map<int, double> rates;  // by number: GB/s each way as printed, of those that are up
  bool is_all_down = false;     // a sentence says so in place of a list
  bool has_none = false;        // a sentence says that it has no NVLinks
  bool is_cut = false;          // the text ends within its links: they are unknown, and left out
  std::size_t link_line = 0;
  std::size_t mig_line = 0;  // that shows it in MIG mode; 0 for none
  int instances = 0;         // of MIG, as far as the text lists them

  int active() const;
  double mean_rate() const;  // of its `rates`; 0 for none
};

struct GpuList {
  std::map<int, GpuLine> gpus;                // by number
  bool has_links = false;                     // some line is about an NVLink
  std::string_view source = "nvidia-smi -L";  // the text that has the names
  int attached = 0;     // GPUs of the machine, as nvidia-smi -q counts them; 0 for unknown
  std::size_t end = 0;  // the line where the text ends within the list; 0 where it is whole
  int begun = -1;       // the GPU whose row of nvidia-smi's table is cut at that end; -1 for none
  std::size_t elided = 0;       // the line where somebody left out links or GPUs; 0 for none
  std::size_t again = 0;        // the line that first names a GPU otherwise; 0 for none
  std::size_t other_links = 0;  // the first NVLink of a GPU with another UUID, left out; 0 for none

  const GpuLine* find(int gpu) const;
};

/// `text` is plain (plain_smi_text). Without GPUs it names none.
GpuList parse_smi_gpus(std::string_view text);

/// The GPUs that nvidia-smi -q names.
GpuList gpus_of_query(const host_texts::GpuQuery& query);

/// Those of `nvidia-smi --query-gpu=index,name,... --format=csv`, with its header or without.
GpuList parse_csv_gpus(std::string_view text);

/// Those that llama.cpp lists when it starts.
GpuList parse_ggml_gpus(std::string_view text);

/// Says of GPUs in MIG mode what their instances are not; nothing where none is.
std::optional<core::Diagnostic> note_on_mig(const GpuList& list, const std::string& path);

/// Whether `text` may be the name of a GPU as NVIDIA's driver gives it; no sentence is.
bool is_gpu_name(std::string_view text);

/// "00000000:07:00.0" as "0000:07:00.0", which older drivers write; empty for other words.
std::string short_bus_id(std::string_view word);

// A text of nvidia-smi, or several that follow one another as people paste them: its table, -L,
// topo -m, topo -p2p, nvlink --status, and a dump of an environment around them (env_dump/). The
// parts complete each other. Of several machines the first is read.

/// Which of these parts a text has.
struct TextParts {
  bool has_matrix = false;  // of topo -m
  bool has_peers = false;   // of topo -p2p
  bool has_gpus = false;    // names of GPUs, with or without NVLinks
};

TextParts smi_parts_of(std::string_view text);

/// The cluster of a list of GPUs and no other text.
core::Result<LoadedCluster> read_smi_gpus(GpuList gpus, const std::string& path);
/// The other machines of a text: their matrices, and their dumps of an environment.
struct OtherMachines {
  std::vector<core::Diagnostic> notes;  // whether they are like the first
  int alike = 0;                        // hosts like the first, which are no second text of it
};

/// \param plain the whole text (plain_smi_text)
OtherMachines other_machines(const Table& first, std::string_view plain, const std::string& path);

/// Says of a matrix that cannot be read, as one that is cut, why; nothing where there is none, or
/// the machine can be read.
std::optional<core::Diagnostic> note_on_unread_matrix(std::string_view text,
                                                      const std::string& path);

/// `path` names the text in errors, notes and origins.
core::Result<LoadedCluster> read_smi_text(std::string_view text, const std::string& path);

/// The same; a dump without GPUs gives what it says of its host.
core::Result<ClusterOrRun> read_smi_log(std::string_view text, const std::string& path);

}  // namespace treering::hw::formats::nvidia_smi
