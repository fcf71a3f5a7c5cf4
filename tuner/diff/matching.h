// Matches the devices of two machines that should be alike.
//
// Names and numbers are weak: a machine without its third GPU numbers the fourth as third. Devices
// match by bus id and place; then, in this order, by bus id, place (what it is, what is above it,
// its NUMA node), name, NUMA node, kind. Ties go by order. Adapters of other models match only
// where their PCIe is alike.
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

/// Matches the devices of one kind. Linear but for sorting.
Matching match(const core::Topology& a, const core::Topology& b, core::DeviceKind kind);

/// Matches the ports of matched adapters: by name, then by order. Ports of other adapters are in
/// neither list.
Matching match_ports(const core::Topology& a, const core::Topology& b, const Matching& nics);

}  // namespace treering::tuner::diff
