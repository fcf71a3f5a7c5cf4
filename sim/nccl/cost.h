// NCCL's time for one call by one algorithm and protocol: latency + bytes / bandwidth, both from
// the tuning table, both corrected for the size.
#pragma once

#include <string>
#include <vector>

#include "sim/nccl/algorithm_rules.h"
#include "sim/nccl/tuning.h"

namespace treering::sim::nccl {

/// One summand of a time, for people.
struct CostTerm {
  std::string name;  // "14 x NVLink hop (3.4 us)", ...
  double time_us = 0;
  bool is_transfer = false;  // bytes over bandwidth: the term that grows with the size
  bool operator==(const CostTerm&) const = default;
};

/// Corrected for the size of the call; time is the fold of the rest.
struct CallCost {
  float latency_us = 0;
  float bandwidth_gb_per_s = 0;
  float time_us = 0;
  CostFactors factors;
};

/// \pre cell.bandwidth_gb_per_s > 0
CallCost cost_of(const CostQuery& query, const AlgorithmRules& rules, const TuningCell& cell);

/// The cost in terms that add up to it, but for the rounding of floats.
std::vector<CostTerm> terms_of(const CallCost& cost, const TuningCell& cell,
                               std::uint64_t model_bytes);

}  // namespace treering::sim::nccl
