// Changes the devices or links of a machine one by one.
#pragma once

#include <functional>
#include <vector>

#include "core/topology/topology.h"

namespace treering::core {

/// The topology with every device and link, in order, passed through an edit, links with the
/// devices as they then are; unchanged where the result is no topology.
Topology edited(const Topology& node, const std::function<void(Device&)>& edit_device,
                const std::function<void(const std::vector<Device>& devices, Link&)>& edit_link);

/// The same with devices or links alone.
Topology with_devices(const Topology& node, const std::function<void(Device&)>& edit);
Topology with_links(const Topology& node, const std::function<void(Link&)>& edit);

}  // namespace treering::core
