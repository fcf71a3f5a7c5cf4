// The way between two devices of a node: the fewest steps, and of equally many the widest.
#pragma once

#include <optional>
#include <vector>

#include "core/topology/topology.h"

namespace treering::app::setup {

struct Route {
  /// From the first to the last. NVSwitches that join the same GPUs stand in one step: data take
  /// all of them at once.
  std::vector<std::vector<core::DeviceId>> steps;
  /// Of its links, in this direction; links beside each other as one.
  core::Bandwidth narrowest;
  bool operator==(const Route&) const = default;
};

/// Nothing where no link leads there. GPUs and network ports are ends: data go through another GPU
/// only from one NVLink to the next, as in NCCL (v2.28.9-1, src/graph/paths.cc: ncclTopoSetPaths).
/// O(links * log links).
std::optional<Route> route_between(const core::Topology& node, core::DeviceId from,
                                   core::DeviceId to);

}  // namespace treering::app::setup
