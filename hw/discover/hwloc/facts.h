// What libhwloc says of a machine, in the words of discovery's own sources.
#pragma once

#include <vector>

#include "hw/discover/sources/machine_facts.h"
#include "hw/world/world.h"

namespace treering::hw::discover::hwloc {

struct Facts {
  sources::NumaFacts numa;  // nodes with processors; packages; the processor
  sources::PciFacts pci;    // GPUs, adapters and NVSwitches, and bridges above
  std::vector<sources::Unread> unread;
};

/// Empty without libhwloc.
Facts facts_of(const world::World& world);

}  // namespace treering::hw::discover::hwloc
