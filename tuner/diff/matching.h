// Which device of one machine is which of another that should be like it.
//
// Names and numbers say little: a machine without its third GPU numbers the fourth as third. A
// device is the one with the same bus id and the same place; then, in this order, with the same
// bus id, in the same place (what it is, what is above it, its NUMA node), of the same name, on
// the same NUMA node, of the same kind. Ties go by order.
#pragma once

#include <utility>
#include <vector>

#include "core/topology/topology.h"

namespace treering::tuner::diff {

struct Pair {
  core::DeviceId a = core::kNoDevice;
  core::DeviceId b = core::kNoDevice;
  bool operator==(const Pair&) const = default;
};

struct Matching {
  std::vector<Pair> pairs;  // in the order of a
  std::vector<core::DeviceId> only_a;
  std::vector<core::DeviceId> only_b;
};

/// Of the devices of one kind. Linear but for sorting.
Matching match(const core::Topology& a, const core::Topology& b, core::DeviceKind kind);

/// Ports of adapters that are matched: by name, then by order. Those of others are in neither list.
Matching match_ports(const core::Topology& a, const core::Topology& b, const Matching& nics);

}  // namespace treering::tuner::diff
