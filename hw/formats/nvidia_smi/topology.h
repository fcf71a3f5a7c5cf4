// Builds a machine whose matrix (sim/smi_matrix.h) is the given one of `nvidia-smi topo -m`: PCIe
// switches, host bridges and NUMA nodes. Models, rates and addresses that the text lacks are
// assumed and marked.
#pragma once

#include <string>

#include "core/result.h"
#include "hw/formats/nvidia_smi/table.h"
#include "hw/formats/read_topology.h"

namespace treering::hw::formats::nvidia_smi {

/// `path` names the source in errors.
core::Result<ReadTopology> topology_of(const Table& table, const std::string& path);

}  // namespace treering::hw::formats::nvidia_smi
