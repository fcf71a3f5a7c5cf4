// Adds the facts of `nvidia-smi nvlink --status` and GPU names to the state of a machine.
#pragma once

#include <string>

#include "hw/formats/format.h"
#include "hw/formats/nvidia_smi/gpu_list.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// Adds links and models to `loaded.host`, and a note where fewer links are up than the matrix or
/// the model has.
void add_nvlink_state(const GpuList& list, const Table& table, const std::string& path,
                      LoadedCluster& loaded);

}  // namespace treering::hw::formats::nvidia_smi
