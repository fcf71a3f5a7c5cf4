// A text of nvidia-smi, or several that follow one another as people paste them: its table, -L,
// topo -m, topo -p2p, nvlink --status. The parts complete each other.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/formats/format.h"

namespace treering::hw::formats::nvidia_smi {

/// Which of these parts a text has.
struct TextParts {
  bool has_matrix = false;  // of topo -m
  bool has_peers = false;   // of topo -p2p
  bool has_gpus = false;    // names of GPUs, with or without NVLinks
};

TextParts smi_parts_of(std::string_view text);

/// `path` names the text in errors, notes and origins.
core::Result<LoadedCluster> read_smi_text(std::string_view text, const std::string& path);

}  // namespace treering::hw::formats::nvidia_smi
