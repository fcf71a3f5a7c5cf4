// Rules shared by the algorithms that reduce in the NVSwitch (NVLS).
#pragma once

#include <string>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::rules {

/// Why NCCL excludes both NVLS and NVLSTree; empty when it models them.
std::string multicast_not_modelled(const TuningQuery& query);

// multicast_bandwidth.cpp
BandwidthFold nvls_bandwidth(const TuningQuery& query);
BandwidthFold nvls_tree_bandwidth(const TuningQuery& query);

/// One hop between nodes of NVLS or NVLSTree.
float multicast_network_hop_us(const TuningQuery& query, Algorithm algorithm);

/// AlgorithmRules::unusable: NVSwitches reduce some types by some operations only.
std::string multicast_unusable(const communicator::CommunicatorView& comm, const core::Call& call);

}  // namespace treering::sim::nccl::rules
