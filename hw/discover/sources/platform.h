// The source `platform`: where the process runs: the machine by its firmware's name, virtual
// machine and container, and whether the kernel balances NUMA nodes.
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

/// The hypervisor that gives its guests these names; "" for the firmware of a real machine.
std::string_view hypervisor_of(std::string_view vendor, std::string_view product);

/// The program that made a container whose init process has these control groups; "" for none.
std::string_view container_in(std::string_view cgroups);

}  // namespace treering::hw::discover::sources
