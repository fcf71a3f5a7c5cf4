// What stands around a matrix of `nvidia-smi topo -m`: its legend, its command, remarks.
#pragma once

#include <string>
#include <string_view>

#include "hw/formats/nvidia_smi/table.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {

/// "GPU0" however it was spelt.
std::string proper_name(std::string_view word);

/// Whether a topology takes it as a name.
bool may_be_label(std::string_view label);

/// "76 NICs found in the topology, only displaying 56 in the matrix." (nvidia-smi of 2024).
void note_hidden_nics(std::string_view text, const std::string& path, Table& table);

/// Whether the matrix is that of `topo -mp`: by the command above it, or by a legend that explains
/// PIX and not NV#. Legends of drivers that write SOC know no NVLink at all.
bool is_of_pci_only(std::string_view text, const Lines& matrix);

/// Names of NICs from the legend. One that two NICs would share is left aside.
void read_legend(std::string_view text, Table& table);

}  // namespace treering::hw::formats::nvidia_smi
