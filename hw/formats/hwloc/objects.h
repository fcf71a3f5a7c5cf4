// The objects of an hwloc XML that a topology is made of, and the texts inside them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::hwloc {

// The texts inside hwloc's XML: sets of CPUs, PCI ids, GUIDs, kinds of operating system devices.

/// 32 CPUs a word, the lowest first; the last word is not 0.
using CpuSet = std::vector<std::uint32_t>;

/// The set that "0x000000ff,,0xffff0000" stands for, most significant word first, an empty word
/// being 0. Nothing for other texts, including infinite sets.
std::optional<CpuSet> parse_hwloc_cpu_set(std::string_view text);

bool overlap(const CpuSet& a, const CpuSet& b);

/// As the kernel's cpumap: "000000ff,00000000,ffff0000"; empty for an empty set.
std::string cpumap_of(const CpuSet& set);

/// The parts of "0302 [10de:1db8] [10de:131d] a1 00": class, vendor and device, those of the
/// subsystem, revision, programming interface; the last only since version 3, before that 00.
std::optional<core::PciFunction> parse_hwloc_pci_type(std::string_view text);

/// The number for "ec0d:9a03:0049:a212", as NCCL gets it from verbs on a little-endian machine: the
/// first byte is the lowest.
std::optional<std::uint64_t> parse_hwloc_guid(std::string_view text);

/// The decimal digits at the end: 12 of "nvml12".
std::optional<int> number_at_end(std::string_view name);

/// The value of an info below `object`; empty when there is none.
std::string info_of(const xml::Element& object, std::string_view name);

/// The value of an attribute; empty when there is none.
std::string text_of(const xml::Element& object, std::string_view attribute);

enum class OsDevice { Other, Network, OpenFabrics };

/// \param version of the file: 1 and 2 count the types, 3 has a bit for each
OsDevice os_device_of(const xml::Element& object, int version);

// The objects of an hwloc XML that a topology is made of, each with where it stands.

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
