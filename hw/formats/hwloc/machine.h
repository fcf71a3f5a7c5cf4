// The objects of an hwloc XML that a topology is made of, each with where it stands.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::hwloc {

struct PciObject {
  const xml::Element* object = nullptr;
  std::vector<const xml::Element*> bridges;   // PCI to PCI, above the object, the nearest last
  const xml::Element* host_bridge = nullptr;  // null where the file leaves them out
  const xml::Element* holder = nullptr;       // the nearest object above with a set of CPUs
};

struct Machine {
  int version = 0;  // 1 to 3
  const xml::Element* topology = nullptr;
  const xml::Element* machine = nullptr;
  std::vector<const xml::Element*> packages;
  std::vector<const xml::Element*> numa_nodes;
  std::vector<PciObject> pci_objects;
  std::vector<const xml::Element*> matrices;  // distances of any name
  // Objects by type and gp_index ("PCIDev:449", "OSDev:802"); for an OSDev, its PCIDev.
  std::map<std::string, const xml::Element*> by_gp_index;
};

/// Points into `document`. Fails on other versions and roots, and where it has no machine.
core::Result<Machine> find_hwloc_objects(const xml::Document& document);

/// An info of the machine, which version 3 keeps beside it; empty when there is none.
std::string machine_info(const Machine& machine, const std::string& name);

}  // namespace treering::hw::formats::hwloc
