// The limit on a call's speed in NCCL's own model: the largest term of the time of an algorithm and
// protocol.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/nccl/call/choice.h"
#include "sim/nccl/rules/estimate.h"

namespace treering::sim::nccl::call {

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
