// NCCL's time for one call by one algorithm and protocol: latency + bytes / bandwidth, both from
// the tuning table, both corrected for the size.
#pragma once

#include <string>
#include <vector>

#include "sim/nccl/rules/algorithm_rules.h"
#include "sim/nccl/tuning/tuning.h"

namespace treering::sim::nccl::call {

/// One summand of a time, for people.
struct CostTerm {
  std::string name;  // "14 x NVLink hop (3.4 us)", ...
  double time_us = 0;
  rules::TermKind kind = rules::TermKind::Other;
  bool operator==(const CostTerm&) const = default;
};

/// Corrected for the size of the call; time is the fold of the rest.
struct CallCost {
  float latency_us = 0;
  float bandwidth_gb_per_s = 0;
  float time_us = 0;
  rules::CostFactors factors;
};

/// \pre cell.bandwidth_gb_per_s > 0
CallCost cost_of(const rules::CostQuery& query, const rules::AlgorithmRules& rules,
                 const tuning::TuningCell& cell);

/// The cost in terms that add up to it, but for the rounding of floats.
std::vector<CostTerm> terms_of(const CallCost& cost, const tuning::TuningCell& cell,
                               std::uint64_t model_bytes);

}  // namespace treering::sim::nccl::call
