// NCCL's costs of a call and its choice: the candidates, each one's price in terms, the pick, and
// the largest term as the limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "sim/nccl/rules/algorithm_rules.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/rules/estimate.h"
#include "sim/nccl/tuning/tuning.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl {
struct Plan;
}  // namespace treering::sim::nccl

namespace treering::sim::nccl::call {

// NCCL's time for one call by one algorithm and protocol: latency + bytes / bandwidth, both from
// the tuning table, both corrected for the size.

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

// One collective call: NCCL's cost of every algorithm and protocol, and what it picks.

struct Candidate {
  Offer offer;
  bool available = false;
  float time_us = 0;      // meaningless unless available
  std::string ruled_out;  // why not, when not available; a sentence fragment
};

/// One channel's part of a call.
struct ChannelPart {
  std::uint64_t bytes = 0;        // of the rank's buffer; of its part where the call is split
  std::uint64_t chunk_bytes = 0;  // of buffer payload that travels at once
  bool operator==(const ChannelPart&) const = default;
};

struct Decision {
  Offer offer;
  float time_us = 0;
  int channels = 0;               // channels that carry data for this call (grid)
  int max_channels = 0;           // what NCCL allows the call (nMaxChannels)
  int threads = 0;                // per block
  std::uint64_t chunk_bytes = 0;  // of a full middle (or only) channel
  ChannelPart low;                // the first channel
  ChannelPart middle;             // each between; empty when there is none
  ChannelPart high;               // the last; empty when there is one channel
};

/// All algorithm x protocol pairs in NCCL's order, available or not. \pre is_tuned(call.collective)
std::vector<Candidate> candidates(const Plan& plan, const core::Call& call);

/// Those of candidates() that are available. Cheaper, as nothing is said of the others.
std::vector<Candidate> available_candidates(const Plan& plan, const core::Call& call);

/// NCCL's pick among candidates(); the first of equals wins, as in NCCL. With one rank that is
/// Ring and Simple at no cost, and no channel runs. Nothing where the settings leave none: NCCL
/// then fails the call. \pre is_tuned
std::optional<Decision> choose(const Plan& plan, const core::Call& call);

/// The algorithms that NCCL picks for sums of floats from 8 B to 8 GiB, in steps of twice as much,
/// in the order in which calls first take them: all_reduce by rising size, then broadcast, reduce,
/// all_gather and reduce_scatter likewise.
std::vector<Algorithm> chosen_algorithms(const Plan& plan);

/// How many channels and threads a call would get with this pair forced. \pre the pair is available
Decision decision_for(const Plan& plan, const core::Call& call, const Candidate& candidate);

/// The candidate's time in two parts, latency and transfer. \pre the pair is available
CallCost price_of(const Plan& plan, const core::Call& call, const Candidate& candidate);

/// The terms whose sum is a candidate's time. \pre the pair is available
std::vector<CostTerm> cost_terms(const Plan& plan, const core::Call& call,
                                 const Candidate& candidate);

// The limit on a call's speed in NCCL's own model: the largest term of the time of an algorithm and
// protocol.

struct Limit {
  std::string term;  // "transfer at 198.2 GB/s"
  double share = 0;  // of the time, from 0 to 1
  /// When the term is the transfer: how its bandwidth comes about, from the step that sets it (the
  /// last cap, else the first step) to the end.
  std::vector<rules::BandwidthStep> steps;
};

/// The limit of the pair with these names. It has no term where the pair is ruled out, nor for a
/// lone rank, whose call takes no time. \pre is_tuned(call.collective)
Limit limit_of(const Plan& plan, const core::Call& call, std::string_view algorithm,
               std::string_view protocol);

}  // namespace treering::sim::nccl::call
