// The NVLinks of an hwloc XML: its matrix of distances named NVLinkBandwidth.
#pragma once

#include "hw/formats/hwloc/builder.h"
#include "hw/formats/hwloc/cpus.h"
#include "hw/formats/hwloc/machine.h"
#include "hw/formats/hwloc/pci_tree.h"

namespace treering::hw::formats::hwloc {

/// The matrix gives MB/s from each of its objects to each: GPUs, NVSwitches, packages. How many
/// links that is follows from the rate of one. Without a matrix, those of IBM's servers
/// with POWER are assumed; of other GPUs that can have NVLinks a note says so. Problems go to the
/// builder.
void add_hwloc_nvlinks(const Machine& machine, const Cpus& cpus, const PciTree& tree,
                       Builder& builder);

}  // namespace treering::hw::formats::hwloc
