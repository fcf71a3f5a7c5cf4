// The source `topology_file`: the file that NCCL reads before it looks at the hardware:
// NCCL_TOPO_FILE, else that of nvidia-topologyd, which clouds put into their guests (NCCL 2.28.9,
// src/graph/topo.cc, ncclTopoGetSystem).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/discover/sources/environment.h"
#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

inline constexpr const char* kGuestTopologyFile = "/var/run/nvidia-topologyd/virtualTopology.xml";

struct TopologyFileFacts {
  std::optional<Figure<std::string>> path;  // nothing: NCCL has none
  std::vector<Unread> unread;
};

TopologyFileFacts discover_topology_file(const world::World& world,
                                         const EnvironmentFacts& environment);

}  // namespace treering::hw::discover::sources
