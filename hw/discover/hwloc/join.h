// Joins what libhwloc says to what the sources have read.
//
// It reads mostly the same files as they do, and NCCL decides by those: they stay what treering
// takes. hwloc fills what they lack, and where both know something and differ, a note says so.
#pragma once

#include "hw/discover/sources/machine_facts.h"
#include "hw/world/world.h"

namespace treering::hw::discover::hwloc {

/// Fills `facts.numa` and `facts.pci`, and puts what was filled, what contradicts them and what
/// could not be read into `facts.hwloc`.
void join_hwloc(const world::World& world, sources::MachineFacts& facts);

}  // namespace treering::hw::discover::hwloc
