// The GPUs of an hwloc XML: what their PCIDev and its operating system devices report.
#pragma once

#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/hwloc/builder.h"

namespace treering::hw::formats::hwloc {

/// Fills in `device` from the PCIDev `object`: number, compute capability, model and UUID.
void read_gpu(const xml::Element& object, const core::PciFunction& pci, core::Device& device,
              Builder& builder);

/// To be called when all are read. GPUs without number get the ones left over, by their addresses
/// as NVML numbers them; then each gets its name.
void name_gpus(const std::vector<core::DeviceId>& gpus, Builder& builder);

}  // namespace treering::hw::formats::hwloc
