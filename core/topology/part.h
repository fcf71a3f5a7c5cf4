// A topology without some of its devices.
#pragma once

#include <set>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

/// What a topology is made of, by the ids of its devices.
struct TopologyParts {
  std::vector<Device> devices;
  std::vector<Link> links;
};

/// With the name, description and extra of `like`. Devices in `gone` are left out with their links,
/// the others keep their order and get new ids. `new_ids`: by old id; kNoDevice for what is gone.
Result<Topology> without_devices(const Topology& like, TopologyParts parts,
                                 const std::set<DeviceId>& gone, std::vector<DeviceId>& new_ids);

}  // namespace treering::core
