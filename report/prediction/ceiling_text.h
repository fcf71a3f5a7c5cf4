// How the busbw of a call comes about, step by step, and why it may be above the rate of the wires.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/ceiling.h"
#include "core/call.h"
#include "sim/nccl/call/choice.h"

namespace treering::report::prediction {

/// A call, and how wide its lines may be.
struct CeilingContext {
  core::Collective collective = core::Collective::AllReduce;
  int ranks = 1;
  std::size_t width = 0;
};

struct CeilingLine {
  core::Bandwidth busbw;
  std::string text;  // what it is
};

/// What the first step is of all others: "what the network ports of a node allow Ring". That is the
/// ceiling of this algorithm, and no share of the bound of the wires, which holds for all.
std::string allowed_text(const app::Ceiling& ceiling);

/// The steps that change anything, from the wires down. `limit` is what takes most of the call's
/// time.
std::vector<CeilingLine> ceiling_lines(const app::Ceiling& ceiling,
                                       const sim::nccl::call::Limit& limit);

/// Whether nearly all of the call's time is latency, so that the steps say little.
bool is_mostly_latency(const app::Ceiling& ceiling);

/// A line for each step that changes anything. `limit` is what takes most of the call's time.
std::string ceiling_text(const app::Ceiling& ceiling, const sim::nccl::call::Limit& limit,
                         const CeilingContext& context);

/// A sentence. \pre the busbw of the row is above the rate of its wires
std::string above_wires_text(const app::Ceiling& ceiling, const CeilingContext& context);

}  // namespace treering::report::prediction
