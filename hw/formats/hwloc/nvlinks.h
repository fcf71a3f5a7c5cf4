// The NVLinks of an hwloc XML: its matrix of distances named NVLinkBandwidth.
#pragma once

#include "hw/formats/hwloc/builder.h"
#include "hw/formats/hwloc/cpus.h"
#include "hw/formats/hwloc/objects.h"
#include "hw/formats/hwloc/pci_tree.h"

namespace treering::hw::formats::hwloc {

/// The matrix gives MB/s between all pairs of its objects: GPUs, NVSwitches, packages. The rate of
/// one link gives their number. Without a matrix, the NVLinks of IBM's POWER servers are assumed;
/// other GPUs that can have NVLinks get a note. Problems go to the builder.
void add_hwloc_nvlinks(const Machine& machine, const Cpus& cpus, const PciTree& tree,
                       Builder& builder);

}  // namespace treering::hw::formats::hwloc
