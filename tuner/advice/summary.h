// Sums up a table of predictions: NCCL's choice by size, the gain of the best over it, the cost of
// forcing one algorithm, and how close the best comes to the wires' bound.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/call.h"
#include "sim/alternatives.h"
#include "sim/bound/bound.h"
#include "sim/pieces.h"
#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {

/// One algorithm for all sizes, each time with its fastest protocol.
struct ForcedCost {
  std::string algorithm;
  double worst = 1;  // times as long as NCCL's choice
  std::uint64_t worst_at = 0;
  bool is_everywhere = true;  // else some size cannot use it
  bool operator==(const ForcedCost&) const = default;
};

/// The bound as a share of the best time: 1 is perfect.
struct ShareOfBound {
  double share = 0;
  std::uint64_t at = 0;
  std::string limit;        // the wires that set the bound: "the links of each GPU"
  core::Bandwidth rate;     // of these wires, of one GPU or node
  core::Bandwidth allowed;  // algbw at the bound
  bool operator==(const ShareOfBound&) const = default;
};

struct SummaryQuestion {
  core::Collective collective = core::Collective::AllReduce;
  std::vector<std::uint64_t> sizes;  // ascending
  sim::Filter filter;                // the best is sought among what it allows
};

struct Summary {
  std::vector<sim::Piece<std::string>> choices;  // NCCL's own, "Tree/LL", from the least size on
  Gain gain;                                     // of the best over NCCL's own choice
  std::vector<ForcedCost> forced;                // in NCCL's order; none with a filter, nor
                                                 // of those whose search failed
  std::optional<ShareOfBound> greatest_reach;    // nothing without times or bound
  std::optional<ShareOfBound> reach_at_last;     // at the largest size
};

struct SummarySource {
  sim::AlternativesOf alternatives;
  /// The same without the model's times, at many more sizes.
  sim::AlternativesOf choices;
};

/// Empty without sizes.
Summary summarise(const SummarySource& source, const sim::bound::WireBound& bound,
                  const SummaryQuestion& question);

}  // namespace treering::tuner::advice
