// One choice by size for communicators of several shapes at once.
//
// A tuner plugin answers for every communicator of a process, and NVIDIA's example cannot leave the
// choice to NCCL. Calls that the advice does not cover get, in each octave of sizes, the pair that
// all `communicators` can use and whose worst loss among them is least by NCCL's costs.
#pragma once

#include <span>
#include <vector>

#include "core/collective.h"
#include "sim/alternatives.h"
#include "tuner/advice/ranges.h"

namespace treering::tuner::advice {

struct FallbackRules {
  std::vector<RangeAdvice> ranges;  // from 0 to kAnySize without gaps; channels are left to NCCL
  std::vector<double>
      worst;  // by communicator: the worst time / that of NCCL's own choice, over all sizes
  bool operator==(const FallbackRules&) const = default;
};

/// Empty ranges where no communicator has a choice. \pre there is a communicator
FallbackRules fallback(std::span<const sim::AlternativesOf> communicators,
                       core::Collective collective);

}  // namespace treering::tuner::advice
