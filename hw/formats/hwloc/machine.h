// The objects of an hwloc XML that a topology is made of, each with where it stands.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::hwloc {

struct HwlocPciObject {
  const xml::XmlElement* object = nullptr;
  std::vector<const xml::XmlElement*> bridges;   // PCI to PCI, above the object, the nearest last
  const xml::XmlElement* host_bridge = nullptr;  // null where the file leaves them out
  const xml::XmlElement* holder = nullptr;       // the nearest object above with a set of CPUs
};

struct HwlocMachine {
  int version = 0;  // 1 to 3
  const xml::XmlElement* topology = nullptr;
  const xml::XmlElement* machine = nullptr;
  std::vector<const xml::XmlElement*> packages;
  std::vector<const xml::XmlElement*> numa_nodes;
  std::vector<HwlocPciObject> pci_objects;
  std::vector<const xml::XmlElement*> matrices;  // distances of any name
  // By "PCIDev:449" or "OSDev:802", the type and the gp_index: the object, of an OSDev the PCIDev
  // that it is of.
  std::map<std::string, const xml::XmlElement*> by_gp_index;
};

/// Points into `document`. Fails on another version or root, and where there is no machine.
core::Result<HwlocMachine> find_hwloc_objects(const xml::XmlDocument& document);

/// An info of the machine, which version 3 keeps beside it; empty when there is none.
std::string machine_info(const HwlocMachine& machine, const std::string& name);

}  // namespace treering::hw::formats::hwloc
