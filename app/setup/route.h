// Ways of data: between two devices of a node, and between two nodes of a cluster.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/setup/setup.h"
#include "core/topology/topology.h"
#include "sim/rails.h"

namespace treering::app::setup {

// The way between two devices of a node: the fewest steps, and of equally many the widest.

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

// The way between two nodes of a cluster: from a device to the port that NCCL takes for it, over
// the network, and from a port to a device.

/// Where the way starts or ends.
struct NodeEnd {
  int node = 0;
  core::DeviceId device = core::kNoDevice;  // none: the node as a whole, with all its ports
  bool operator==(const NodeEnd&) const = default;
};

/// The part of the way on one node.
struct NodeSide {
  /// From the device to its port, whichever way data go; empty for the node as a whole.
  std::vector<std::vector<core::DeviceId>> steps;
  /// Of a GPU: the ports that NCCL takes for it, by channel; the first is that of `steps`.
  std::vector<std::string> ports;
  int rail = 0;  // of the first of them
  core::Bandwidth rate;
  bool operator==(const NodeSide&) const = default;
};

struct NodeRoute {
  NodeSide out;
  NodeSide in;
  std::optional<std::pair<int, int>> leaves;  // those of the two nodes, where there are several
  core::Bandwidth narrowest;                  // in this direction
  core::Bandwidth shared;  // where the leaf's nodes all send over the spine; else `narrowest`
  bool operator==(const NodeRoute&) const = default;
};

/// Nothing where an end is neither a GPU of the job that reaches the network, an adapter, a port,
/// nor a node. \param usual sim::rails_of() the cluster's usual node \pre different nodes, which
/// the cluster has
std::optional<NodeRoute> route_between_nodes(const Setup& setup,
                                             const std::vector<sim::GpuRail>& usual, NodeEnd from,
                                             NodeEnd to);

}  // namespace treering::app::setup
