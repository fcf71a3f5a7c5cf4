// The source `acs`: access control services of the PCIe bridges above GPUs and adapters, from their
// configuration space (hw/world/pci_config.h). Ordinary users see too little of that space.
#pragma once

#include <string>
#include <vector>

#include "hw/discover/sources/pci.h"

namespace treering::hw::discover::sources {

struct AcsFact {
  std::string bus_id;
  Figure<bool> is_redirecting;  // between devices below it
};

struct AcsFacts {
  std::vector<AcsFact> bridges;      // those that show it, by bus id
  std::vector<std::string> unknown;  // bus ids of those that do not
  std::vector<Unread> unread;
};

AcsFacts discover_acs(const world::World& world, const PciFacts& pci);

}  // namespace treering::hw::discover::sources
