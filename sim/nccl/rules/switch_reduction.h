// Rules shared by algorithms that reduce in switches: NVSwitches (NVLS) or the network's (SHARP).
#pragma once

#include <string>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::rules {

// Rules shared by the algorithms that reduce in the NVSwitch (NVLS).

/// Why NCCL excludes both NVLS and NVLSTree; empty when it models them.
std::string multicast_not_modelled(const TuningQuery& query);

// multicast_bandwidth.cpp
BandwidthFold nvls_bandwidth(const TuningQuery& query);
BandwidthFold nvls_tree_bandwidth(const TuningQuery& query);

/// One hop between nodes of NVLS or NVLSTree.
float multicast_network_hop_us(const TuningQuery& query, Algorithm algorithm);

/// AlgorithmRules::unusable: NVSwitches reduce some types by some operations only.
std::string multicast_unusable(const communicator::CommunicatorView& comm, const core::Call& call);

// Rules shared by the algorithms that reduce in network switches (SHARP).

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
