// What the algorithms that reduce in network switches (SHARP) have in common.
#pragma once

#include <string>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::rules {

/// Why there is no in-network reduction; empty when there is.
std::string collnet_missing(const communicator::CommunicatorView& comm);

/// Why all_gather or reduce_scatter cannot use it: every GPU needs an adapter of its own. Empty
/// when it can, and for other collectives. \pre in-network reduction is there
std::string heads_missing(const communicator::CommunicatorView& comm, core::Collective collective);

/// AlgorithmRules::unusable of CollNetDirect and CollNetChain: local ranks beyond their reach.
std::string too_many_local_ranks(const communicator::CommunicatorView& comm, const Call& call);

Sharing share_evenly(const communicator::CommunicatorView& comm);

}  // namespace treering::sim::nccl::rules
