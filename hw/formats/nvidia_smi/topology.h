// The machine behind a matrix of `nvidia-smi topo -m`: PCIe switches, host bridges and NUMA nodes
// such that its own matrix (sim/smi_matrix.h) is the one given, and models, rates and addresses
// that the text does not have, each marked as assumed.
#pragma once

#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

struct ReadTopology {
  core::Topology topology;
  std::vector<core::Diagnostic> notes;
};

/// `path` names the source in errors.
core::Result<ReadTopology> topology_of(const Table& table, const std::string& path);

}  // namespace treering::hw::formats::nvidia_smi
