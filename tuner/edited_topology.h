// A machine with its devices or links changed one by one.
#pragma once

#include <functional>

#include "core/topology/topology.h"

namespace treering::tuner {

/// The topology with every device or link, in their order, passed through `edit`; as it was where
/// what that makes is no topology.
core::Topology with_devices(const core::Topology& node,
                            const std::function<void(core::Device&)>& edit);
core::Topology with_links(const core::Topology& node, const std::function<void(core::Link&)>& edit);

}  // namespace treering::tuner
