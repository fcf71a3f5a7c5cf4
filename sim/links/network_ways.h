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
/// Whether the GPU at that end of a connection over the network, which has no GPUDirect RDMA there,
/// writes to its host's memory, or reads it, over PCIe.
bool is_staged_out(const NodeLinks& machine, const nccl::connections::Connection& one, int ranks);
bool is_staged_in(const NodeLinks& machine, const nccl::connections::Connection& one, int ranks);
/// The links of a connection that stays in its machine.
LinkList way_inside(const NodeLinks& machine, const nccl::connections::Connection& one, int ranks);

// The closed form takes all machines as equal.

/// The ways of an algorithm's channels: those between nodes, without any on one node, and the
/// busiest link inside. Data is the same on all connections of a channel.
struct ChannelWays {
  cost::terms::NetworkWays network;
  cost::terms::InsideWay inside;
  cost::terms::InsideWay memory;  // of a host, that connections use most
};

/// Of the first channels, by their number less one.
std::vector<ChannelWays> channel_ways(const nccl::connections::Connections& connections,
                                      const NodeLinks& machine, nccl::Algorithm algorithm,
                                      const CountedRates& counted);

/// What messages between pairs load, nccl-tests' root being rank 0. \pre the collective is one of
/// those
cost::terms::PairLoad pair_load(const nccl::connections::Connections& connections,
                                const NodeLinks& machine, core::Collective collective);

}  // namespace treering::sim::links
