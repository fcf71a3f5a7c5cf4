// The GPUs of an hwloc XML, from their PCIDev and its operating system devices.
#pragma once

#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/hwloc/builder.h"

namespace treering::hw::formats::hwloc {

/// Fills in `device` from the PCIDev `object`: number, compute capability, model and UUID.
void read_gpu(const xml::Element& object, const core::PciFunction& pci, core::Device& device,
              Builder& builder);

/// Call it when all are read: gives GPUs without a number the free ones, by address as NVML does,
/// then names all.
void name_gpus(const std::vector<core::DeviceId>& gpus, Builder& builder);

}  // namespace treering::hw::formats::hwloc
