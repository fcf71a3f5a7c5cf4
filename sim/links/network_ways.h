// What NCCL's connections make of the links of a machine, in closed form: for the cost model.
#pragma once

#include <vector>

#include "core/call.h"
#include "sim/cost/terms/wires.h"
#include "sim/links/class_links.h"
#include "sim/nccl/connections/connections.h"
#include "sim/nccl/types.h"

namespace treering::sim::links {

// All machines are taken as equal to the first class.

/// The ways between nodes of an algorithm's first channels, by their number less one. Data is the
/// same on all connections of a channel.
std::vector<cost::terms::NetworkWays> network_ways(
    const nccl::connections::Connections& connections, const ClassLinks& links,
    nccl::Algorithm algorithm);

/// What messages between pairs load, nccl-tests' root being rank 0. \pre the collective is one of
/// those
cost::terms::PairLoad pair_load(const nccl::connections::Connections& connections,
                                const ClassLinks& links, core::Collective collective);

}  // namespace treering::sim::links
