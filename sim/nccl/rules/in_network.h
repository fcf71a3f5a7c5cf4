// Rules shared by the algorithms that reduce in network switches (SHARP).
#pragma once

#include <string>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::rules {

/// Why in-network reduction is unavailable; empty when it is available.
std::string collnet_missing(const communicator::CommunicatorView& comm);

/// Why all_gather or reduce_scatter cannot use it: every GPU needs an adapter of its own. Empty
/// when it can, and for other collectives. \pre in-network reduction is there
std::string heads_missing(const communicator::CommunicatorView& comm, core::Collective collective);

/// AlgorithmRules::unusable of CollNetDirect and CollNetChain: too many local ranks.
std::string too_many_local_ranks(const communicator::CommunicatorView& comm,
                                 const core::Call& call);

Sharing share_evenly(const communicator::CommunicatorView& comm);

}  // namespace treering::sim::nccl::rules
