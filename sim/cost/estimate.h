// What a call's terms say under parameters: its time, how sure that is, and what it is made of.
#pragma once

#include <string_view>

#include "core/collective.h"
#include "sim/cost/parameters.h"
#include "sim/cost/terms/term.h"
#include "sim/estimates/estimate.h"

namespace treering::sim::cost {

using estimates::Estimate;

/// What corrections and noise go by.
struct CallName {
  core::Collective collective = core::Collective::AllReduce;
  std::string_view algorithm;  // empty: messages between pairs
  double bytes = 0;
  int nodes = 0;
  int ranks = 0;
};

/// By how much measurements of this job lengthen or shorten the times that the terms come to.
double measured_ratio(const Parameters& parameters, const CallName& call);

/// No faster than the terms' wires at their full rate.
Estimate estimate(const terms::Terms& terms, const Parameters& parameters, const CallName& call);

}  // namespace treering::sim::cost
