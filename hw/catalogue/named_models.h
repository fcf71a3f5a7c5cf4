// All models of GPUs that a name may stand for, and whether a machine's GPUs can be those.
#pragma once

#include <string_view>
#include <vector>

#include "core/topology/topology.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw::catalogue {

/// One where the driver names it, as it names cards for slots ("NVIDIA H100 PCIe") and leaves the
/// others without a word; all forms where a person wrote the name ("H100"). None where nothing is
/// known.
std::vector<const GpuModel*> models_named(std::string_view name);

/// Whether data between two of them goes over the same NVLinks: the same generation, as many links,
/// joined alike. H100 and H200 do, H100 and H800 do not.
bool have_same_links(const GpuModel& one, const GpuModel& other);

/// Whether GPUs of that name are known not to be those of the machine: no model that the name may
/// mean has the links of the machine's. False where either is unknown.
bool are_other_gpus(std::string_view name, const core::Topology& node);

}  // namespace treering::hw::catalogue
