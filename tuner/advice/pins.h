// Advice that was measured: ways that fresh launches confirmed, whatever a model says of them. All
// else keeps NCCL's own choice.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/way.h"
#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {

/// One way over the sizes first..last, both included.
struct Pin {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  sim::Way way;     // its names by any spelling of NCCL's; empty: left to NCCL
  double gain = 1;  // over NCCL's own choice
};

/// As advise(), with ranges and gains of `pins` in place of a model's. Where a pin leaves the
/// protocol or the algorithm open, it is the one that NCCL would take. A pin that NCCL cannot
/// follow at a size keeps its own choice there. \pre the question advises on no collective
std::vector<CollectiveAdvice> advise_pinned(const sim::AlternativesOf& alternatives,
                                            const Question& question, std::span<const Pin> pins);

}  // namespace treering::tuner::advice
