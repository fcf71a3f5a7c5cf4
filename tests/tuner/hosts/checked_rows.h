// Rows for checks of links.
#pragma once

#include "sim/hosts/host_time.h"
#include "tuner/measure/configuration.h"
#include "tuner/measure/summary.h"

namespace treering::tuner::hosts {

/// A call that took so long, in the median.
inline measure::Summary row(const measure::Configuration& configuration, double us) {
  measure::Summary one;
  one.configuration = configuration;
  one.used.algorithms = {configuration.algorithm};
  one.precision.emplace();
  one.precision->median = us;
  return one;
}

/// What it takes on these hosts, in us.
inline double time_on(const measure::Configuration& one, const sim::hosts::Hosts& hosts) {
  if (one.pair) {
    return sim::hosts::message_time(one.pair->from, one.pair->to, static_cast<double>(one.bytes),
                                    hosts)
        .in_us();
  }
  return sim::hosts::host_time({one.collective, one.algorithm, one.bytes / 4, 4}, hosts)->in_us();
}

}  // namespace treering::tuner::hosts
