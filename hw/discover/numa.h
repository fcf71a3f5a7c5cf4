// The source `numa`: NUMA nodes of /sys/devices/system/node with their processors, and what
// /proc/cpuinfo says of these.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/discover/facts.h"

namespace treering::hw {

struct NumaFacts {
  std::map<int, std::string> cpumaps;  // by node: hex words as NCCL writes affinity
  // Of the machine; "" and nothing where they are not told.
  std::string arch;                   // x86_64, arm64, ppc64
  std::string vendor;                 // CPUID vendor text; x86 only
  std::optional<Figure<int>> family;  // as NCCL writes familyid (core::Cpu)
  std::optional<Figure<int>> model;
  std::vector<Unread> unread;
};

NumaFacts discover_numa(const World& world);

}  // namespace treering::hw
