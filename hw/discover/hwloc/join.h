// The facts of libhwloc, and how they join those of discovery's own sources.
#pragma once

#include <vector>

#include "hw/discover/sources/machine_facts.h"
#include "hw/world/world.h"

namespace treering::hw::discover::hwloc {

// What libhwloc says of a machine, in the words of discovery's own sources.

struct Facts {
  sources::NumaFacts numa;  // nodes with processors; packages; the processor
  sources::PciFacts pci;    // GPUs, adapters and NVSwitches, and bridges above
  std::vector<sources::Unread> unread;
};

/// Empty without libhwloc.
Facts facts_of(const world::World& world);

// Joins what libhwloc says to what the sources have read.
//
// It reads mostly the same files as they do, and NCCL decides by those: they stay what treering
// takes. hwloc fills what they lack, and where both know something and differ, a note says so.

/// Fills `facts.numa` and `facts.pci`, and puts what was filled, what contradicts them and what
/// could not be read into `facts.hwloc`.
void join_hwloc(const world::World& world, sources::MachineFacts& facts);

}  // namespace treering::hw::discover::hwloc
