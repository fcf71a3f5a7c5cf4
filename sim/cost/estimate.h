// From a call's terms and parameters to its time, how sure that is, and the parts of the time.
#pragma once

#include <string_view>

#include "core/collective.h"
#include "sim/cost/parameters.h"
#include "sim/cost/terms/term.h"
#include "sim/estimates/estimate.h"

namespace treering::sim::cost {

using estimates::Estimate;

/// The call by which corrections and noise are found.
struct CallName {
  core::Collective collective = core::Collective::AllReduce;
  std::string_view algorithm;  // empty: messages between pairs
  double bytes = 0;
  int nodes = 0;
  int ranks = 0;
};

/// The factor by which measurements of this job lengthen or shorten the times of the terms.
double measured_ratio(const Parameters& parameters, const CallName& call);

/// No faster than the terms' wires at their full rate.
Estimate estimate(const terms::Terms& terms, const Parameters& parameters, const CallName& call);

/// The same without what takes the time: shares and their names are most of the work.
Estimate bare_estimate(const terms::Terms& terms, const Parameters& parameters,
                       const CallName& call);

}  // namespace treering::sim::cost
