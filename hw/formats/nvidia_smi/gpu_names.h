// GPUs by the names that NVIDIA's driver gives them: "NVIDIA H100 80GB HBM3".
#pragma once

#include <optional>
#include <string_view>

#include "hw/formats/nvidia_smi/models.h"

namespace treering::hw::formats::nvidia_smi {

/// How the GPUs of a machine with this model are joined.
enum class GpuJoining {
  NvSwitch,  // boards of eight behind NVSwitches, or all of four to each other
  Mesh,      // a mesh of single links that its name does not tell: V100 SXM2, P100 SXM2
  Bridge,    // bridges between two cards
  None,
};

GpuJoining joining_of(std::string_view name);

/// Whether its CPU is a Grace: GH200, GB200, GB300.
bool is_superchip(std::string_view name);

/// As hw::nvlinks_of_board (hw/catalogue/gpu_models.h), by name. A GH200 stands alone as well: 0.
int nvlinks_of_board(std::string_view name);

/// \pre the name has a compute capability (hw/catalogue/gpu_models.h). The result refers to `name`.
MachineModel gpu_of_name(std::string_view name);

}  // namespace treering::hw::formats::nvidia_smi
