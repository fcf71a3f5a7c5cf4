// The source `platform`: what runs the process: the machine as its firmware names it, a virtual
// machine, a container, and what the kernel does with memory of NUMA nodes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/discover/sources/numa.h"

namespace treering::hw::discover::sources {

struct PlatformFacts {
  std::optional<Figure<std::string>> machine;
  std::optional<Figure<std::string>> hypervisor;  // nothing: there is none, or that is unknown
  std::optional<Figure<std::string>> container;   // likewise
  std::optional<Figure<bool>> numa_balancing;
  std::vector<Unread> unread;
};

/// \param numa reports what the processor says of a hypervisor
PlatformFacts discover_platform(const world::World& world, const NumaFacts& numa);

/// The hypervisor that presents itself to its guests so; "" for the firmware of a machine.
std::string_view hypervisor_of(std::string_view vendor, std::string_view product);

/// What made the container whose init process has these control groups; "" for none.
std::string_view container_in(std::string_view cgroups);

}  // namespace treering::hw::discover::sources
