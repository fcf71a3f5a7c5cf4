// The source `numa`: NUMA nodes of /sys/devices/system/node with their processors, and what
// /proc/cpuinfo says of these.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

struct NumaFacts {
  std::map<int, std::string> cpumaps;  // by node: hex words as NCCL writes affinity
  // By package, as the system numbers it: the nodes with processors of it. Without processors, as
  // of GPU memory that is a node, a node is in none.
  std::map<int, std::set<int>> packages;
  // Of the machine; "" and nothing where they are unknown.
  std::string arch;                   // x86_64, arm64, ppc64
  std::string vendor;                 // CPUID vendor text; x86 only
  std::optional<Figure<int>> family;  // as NCCL writes familyid (core::Cpu)
  std::optional<Figure<int>> model;
  std::optional<bool> has_hypervisor;  // the flag of x86; nothing where flags are unknown
  std::vector<Unread> unread;
};

NumaFacts discover_numa(const world::World& world);

}  // namespace treering::hw::discover::sources
