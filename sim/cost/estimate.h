// What a call's terms say under parameters: its time, how sure that is, and what it is made of.
#pragma once

#include <string_view>
#include <vector>

#include "core/collective.h"
#include "core/units.h"
#include "sim/cost/parameters.h"
#include "sim/cost/terms/term.h"
#include "sim/time_share.h"

namespace treering::sim::cost {

/// 80 % of a normal distribution lie within so many standard deviations.
inline constexpr double kEightyPercent = 1.2816;

struct Estimate {
  core::Duration time;
  core::Duration latency;         // of it, what the size does not change
  core::Duration low, high;       // the 80 % interval
  std::vector<TimeShare> shares;  // of `time`; they add up to it
  bool operator==(const Estimate&) const = default;
};

/// Standard deviation of ln(time) that the interval stands for, and the interval of one.
double spread_of(const Estimate& estimate);
void set_spread(Estimate& estimate, double spread);

/// The estimate where nothing takes less than `floor`.
Estimate raised(Estimate estimate, core::Duration floor);

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
