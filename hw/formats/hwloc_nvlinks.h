// The NVLinks of an hwloc XML: its matrix of distances named NVLinkBandwidth.
#pragma once

#include "hw/formats/hwloc_cpus.h"
#include "hw/formats/hwloc_draft.h"
#include "hw/formats/hwloc_machine.h"
#include "hw/formats/hwloc_pci_tree.h"

namespace treering::hw {

/// The matrix gives MB/s from each of its objects to each: GPUs, NVSwitches, packages. How many
/// links that is follows from the rate of one. Without a matrix, those of IBM's servers
/// with POWER are assumed; of other GPUs that can have NVLinks a note says so. Problems go to the
/// draft.
void add_hwloc_nvlinks(const HwlocMachine& machine, const HwlocCpus& cpus, const HwlocPciTree& tree,
                       HwlocDraft& draft);

}  // namespace treering::hw
