// One collective call: NCCL's cost of every algorithm and protocol, and what it picks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/collective.h"
#include "sim/nccl/call/cost.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl {
struct Plan;
}  // namespace treering::sim::nccl

namespace treering::sim::nccl::call {

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

/// How many channels and threads a call would get with this pair forced. \pre the pair is available
Decision decision_for(const Plan& plan, const core::Call& call, const Candidate& candidate);

/// The candidate's time in two parts, latency and transfer. \pre the pair is available
CallCost price_of(const Plan& plan, const core::Call& call, const Candidate& candidate);

/// The terms whose sum is a candidate's time. \pre the pair is available
std::vector<CostTerm> cost_terms(const Plan& plan, const core::Call& call,
                                 const Candidate& candidate);

}  // namespace treering::sim::nccl::call
