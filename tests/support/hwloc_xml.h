// hwloc's XML of small machines.
#pragma once

#include <string>
#include <vector>

namespace treering::testing {

/// A machine of packages that are a NUMA node each, with cores of two processing units: package p
/// has the processors from 2 p cores on, those of a core beside each other.
struct SmallMachine {
  int packages = 2;
  int cores = 4;                                 // of each package; at most 32 processors in all
  std::vector<std::vector<std::string>> gpus{};  // PCI addresses, by package
};

std::string hwloc_xml(const SmallMachine& machine);

}  // namespace treering::testing
