// Decides where the NVLinks of a matrix of `nvidia-smi topo -m` lead: from GPU to GPU or to
// NVSwitches.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.h"
#include "hw/formats/nvidia_smi/models.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// NVLinks from one GPU to another, both numbers of rows.
struct DirectLinks {
  std::size_t a = 0;
  std::size_t b = 0;
  int count = 0;
};

/// NVLinks from one GPU into a group of NVSwitches.
struct SwitchLinks {
  std::size_t gpu = 0;
  std::size_t group = 0;  // from 0
  int count = 0;
};

struct NvLinkPlan {
  std::vector<DirectLinks> direct;
  std::vector<SwitchLinks> switched;
  std::size_t groups = 0;
};

/// GPUs that all reach each other are behind NVSwitches if direct links would need more NVLinks
/// than `gpu` has, or more than 12 between two, the most of a bridge. A cell then has the NVLinks
/// of the GPU with fewer. Fails where neither way gives these cells.
core::Result<NvLinkPlan> plan_nvlinks(const Table& table, const MachineModel& gpu,
                                      const std::string& path);

}  // namespace treering::hw::formats::nvidia_smi
