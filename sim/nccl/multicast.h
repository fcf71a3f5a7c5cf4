// What the algorithms that reduce in the NVSwitch (NVLS) have in common.
#pragma once

#include <string>

#include "sim/nccl/algorithm_rules.h"

namespace treering::sim::nccl {

/// Why NCCL does not model NVLS and NVLSTree at all; empty when it does.
std::string multicast_not_modelled(const TuningQuery& query);

/// What one NVLS channel moves, capped by the network's `network_gb_per_s`.
BandwidthFold multicast_rate(const TuningQuery& query, float network_gb_per_s);

/// AlgorithmRules::unusable: NVSwitches reduce some types by some operations only.
std::string multicast_unusable(const CommunicatorView& comm, const Call& call);

}  // namespace treering::sim::nccl
