// What the links of a machine's devices carry together.
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

/// The links of each device together, by id; those of one kind only where it is given.
std::vector<Rates> rates_of_devices(const core::Topology& node,
                                    std::optional<core::LinkKind> kind = std::nullopt);

/// What each network adapter carries over those of its ports that `is_used` names, in the order of
/// the adapters: its ports share its PCIe link. Adapters without such a port are left out.
std::vector<Rates> rates_of_adapters(const core::Topology& node,
                                     const std::function<bool(const core::NicPort&)>& is_used);

/// All of them together: what the network can take out of the node and bring into it.
Rates rates_of_all_adapters(const core::Topology& node);

}  // namespace treering::sim::bound
