// What NCCL's connections make of the links of a machine: the route of each, and in closed form
// what all together load, for the cost model.
#pragma once

#include <vector>

#include "core/call.h"
#include "sim/cost/terms/wires.h"
#include "sim/links/node_links.h"
#include "sim/nccl/connections/connections.h"
#include "sim/nccl/types.h"

namespace treering::sim::links {

/// The links of the sender's machine by which a connection over the network leaves it, and those of
/// the receiver's by which it enters. \param ranks of a machine
LinkList way_out(const NodeLinks& machine, const nccl::connections::Connection& one, int ranks);
LinkList way_in(const NodeLinks& machine, const nccl::connections::Connection& one, int ranks);

// The closed form takes all machines as equal.

/// The ways between nodes of an algorithm's first channels, by their number less one. Data is the
/// same on all connections of a channel.
std::vector<cost::terms::NetworkWays> network_ways(
    const nccl::connections::Connections& connections, const NodeLinks& machine,
    nccl::Algorithm algorithm);

/// Less than the links' own rates.
struct CountedRates {
  double to_switches = 0;  // GB/s, of a GPU's links to NVSwitches; 0: NVLinks count in full
  bool host_links = true;  // PCIe and between sockets: as NCCL counts them
};

/// The busiest link inside a node of an algorithm's first channels, by their number less one.
/// \param counted what NCCL's search counts; where it has found nothing, links have their own rates
std::vector<cost::terms::InsideWay> inside_ways(const nccl::connections::Connections& connections,
                                                const NodeLinks& machine, nccl::Algorithm algorithm,
                                                const CountedRates& counted);

/// What messages between pairs load, nccl-tests' root being rank 0. \pre the collective is one of
/// those
cost::terms::PairLoad pair_load(const nccl::connections::Connections& connections,
                                const NodeLinks& machine, core::Collective collective);

}  // namespace treering::sim::links
