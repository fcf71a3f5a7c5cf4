// The models of GPUs that a name stands for, and whether a machine's GPUs can be those.
#pragma once

#include <string_view>
#include <vector>

#include "core/topology/topology.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw::catalogue {

/// The models of the table that a name may mean: one where it is the driver's, as it names cards
/// for slots ("NVIDIA H100 PCIe", "NVIDIA H100 NVL") and leaves the others without a word; all
/// forms where a person wrote it ("H100"). None where nothing is known.
std::vector<const GpuModel*> models_named(std::string_view name);

/// The model of a device by its PCI id, else by the name that its source gives; null where neither
/// says it.
const GpuModel* model_of_device(const core::Device& gpu);

/// Whether data between two of them goes over the same NVLinks: the same generation, as many links,
/// joined alike. H100 and H200 do, H100 and H800 do not.
bool have_same_links(const GpuModel& one, const GpuModel& other);

/// Whether GPUs of that name are known not to be those of the machine: no model that the name may
/// mean has the links of the machine's. False where either is unknown.
bool are_other_gpus(std::string_view name, const core::Topology& node);

}  // namespace treering::hw::catalogue
