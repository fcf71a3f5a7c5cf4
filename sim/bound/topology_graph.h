// A topology as a flow network: the one place that uses Boost.Graph.
//
// Traffic flows over wires and switches. GPUs, NICs and ports end a flow and never pass it on,
// since hardware does not forward for others; that NCCL can make a GPU forward is sim/nccl's
// business.
#pragma once

#include <memory>
#include <span>

#include "core/topology/topology.h"
#include "core/units.h"

namespace treering::sim::bound {

class TopologyGraph {
 public:
  /// Over links of the given kinds; over all when none is given.
  explicit TopologyGraph(const core::Topology& topology,
                         std::span<const core::LinkKind> kinds = {});
  ~TopologyGraph();
  TopologyGraph(TopologyGraph&&) noexcept;
  TopologyGraph& operator=(TopologyGraph&&) noexcept;

  /// What the wires carry from one device to another over all routes at once (maximum flow).
  /// Zero when they are not connected. \pre from != to
  core::Bandwidth flow_between(core::DeviceId from, core::DeviceId to) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Between two GPUs as a peer-to-peer copy takes it: over NVLink when they have any, else over PCIe
/// and between sockets.
class PeerBandwidth {
 public:
  explicit PeerBandwidth(const core::Topology& topology);
  core::Bandwidth between(core::DeviceId from, core::DeviceId to) const;

 private:
  TopologyGraph nvlink_;
  TopologyGraph host_;
};

}  // namespace treering::sim::bound
