// A topology without some of its devices.
#pragma once

#include <set>
#include <vector>

#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

/// The devices and links of a topology. Links refer to devices by id.
struct TopologyParts {
  std::vector<Device> devices;
  std::vector<Link> links;
};

/// A topology of `parts` without the devices in `removed` and their links, with the name,
/// description and extra of `like`. The other devices keep their order and get new ids. `new_ids`:
/// by old id; kNoDevice for removed devices.
Result<Topology> without_devices(const Topology& like, TopologyParts parts,
                                 const std::set<DeviceId>& removed, std::vector<DeviceId>& new_ids);

}  // namespace treering::core
