// A topology as a flow network: the one place that uses Boost.Graph.
//
// Traffic flows over wires and switches. GPUs, NICs and ports end a flow and never forward it, as
// their hardware does not. sim/nccl models how NCCL makes a GPU forward.
#pragma once

#include <memory>
#include <span>

#include "core/topology/topology.h"
#include "core/units.h"

namespace treering::sim::bound {

class TopologyGraph {
 public:
  /// A graph of the links of the given kinds, or of all links if none are given.
  explicit TopologyGraph(const core::Topology& topology,
                         std::span<const core::LinkKind> kinds = {});
  ~TopologyGraph();
  TopologyGraph(TopologyGraph&&) noexcept;
  TopologyGraph& operator=(TopologyGraph&&) noexcept;

  /// The rate from one device to another over all routes at once (maximum flow). Zero when they are
  /// not connected. \pre from != to
  core::Bandwidth flow_between(core::DeviceId from, core::DeviceId to) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The bandwidth of a peer-to-peer copy between two GPUs: over NVLink if they have any, else over
/// PCIe and between sockets.
class PeerBandwidth {
 public:
  explicit PeerBandwidth(const core::Topology& topology);
  core::Bandwidth between(core::DeviceId from, core::DeviceId to) const;

 private:
  TopologyGraph nvlink_;
  TopologyGraph host_;
};

}  // namespace treering::sim::bound
