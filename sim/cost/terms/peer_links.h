// The rates of a node's links when its GPUs send messages to one another in pairs. Each message
// takes one path: NVLinks between the two, NVSwitches that both are on, a GPU linked to both, or
// the links towards the host.
#pragma once

#include <span>

#include "core/topology/topology.h"

namespace treering::sim::cost::terms {

/// GB/s; 0: no link is known. Of a GPU, where the busiest link is fully used.
struct PeerRates {
  double to_all = 0;   // out of each GPU, to all others alike
  double to_next = 0;  // out of each GPU, to the next in their order
  double to_root = 0;  // into the first or out of it, from or to all others alike
  bool operator==(const PeerRates&) const = default;
};

/// \param gpus those of the job on the node, in the order of their ranks
/// \param wraps whether the last sends to the first, as on one node
PeerRates peer_rates(const core::Topology& node, std::span<const core::DeviceId> gpus, bool wraps);

/// The rates, each limited to `most` unless that is 0.
PeerRates no_faster(const PeerRates& rates, double most);

}  // namespace treering::sim::cost::terms
