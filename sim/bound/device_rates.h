// The total rates of the links of a machine's devices.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/topology/topology.h"
#include "core/units.h"

namespace treering::sim::bound {

struct Rates {
  core::Bandwidth out;
  core::Bandwidth in;
};

/// The total rates of each device's links, by id; only of links of `kind` if it is given.
std::vector<Rates> rates_of_devices(const core::Topology& node,
                                    std::optional<core::LinkKind> kind = std::nullopt);

/// The rate of each network adapter over its ports for which `is_used` holds, in the order of the
/// adapters. The ports of an adapter share its PCIe link. Adapters without such a port are left
/// out.
std::vector<Rates> rates_of_adapters(const core::Topology& node,
                                     const std::function<bool(const core::NicPort&)>& is_used);

/// The total over all adapters and ports: what the network can take out of a node and bring into
/// it.
Rates rates_of_all_adapters(const core::Topology& node);

}  // namespace treering::sim::bound
