// Changes the devices or links of a machine one by one.
#pragma once

#include <functional>

#include "core/topology/topology.h"

namespace treering::tuner {

/// The topology with every device or link, in order, passed through `edit`; unchanged where the
/// result is no topology.
core::Topology with_devices(const core::Topology& node,
                            const std::function<void(core::Device&)>& edit);
core::Topology with_links(const core::Topology& node, const std::function<void(core::Link&)>& edit);

}  // namespace treering::tuner
