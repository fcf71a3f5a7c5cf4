// Rows for checks of links.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/hosts/host_time.h"
#include "tuner/measure/configuration.h"
#include "tuner/measure/summary.h"

namespace treering::tuner::hosts {

/// A call that took so long, in the median.
inline measure::Summary row(const measure::Configuration& configuration, double us) {
  measure::Summary one;
  one.configuration = configuration;
  one.used.ways = {{configuration.way.algorithm}};
  one.precision.emplace();
  one.precision->median = us;
  return one;
}

/// What it takes on these hosts, in us.
inline double time_on(const measure::Configuration& one, const sim::hosts::Hosts& hosts) {
  if (one.pair) {
    return sim::hosts::message_time(one.pair->from, one.pair->to,
                                    static_cast<double>(one.call.bytes), hosts)
        .in_us();
  }
  return sim::hosts::host_time({one.call.collective, one.way.algorithm, one.call.bytes / 4, 4},
                               hosts)
      ->in_us();
}

/// What a message takes that would take `us`.
using MessageTime = std::function<double(const measure::Configuration& one, double us)>;

/// A message of each size from each rank to each other.
inline std::vector<measure::Summary> messages_on(const sim::hosts::Hosts& hosts,
                                                 const std::vector<std::uint64_t>& sizes,
                                                 const MessageTime& time) {
  const int ranks = static_cast<int>(hosts.gbit.size());
  std::vector<measure::Summary> all;
  for (int from = 0; from < ranks; ++from) {
    for (int to = 0; to < ranks; ++to) {
      for (const std::uint64_t bytes : sizes) {
        if (from == to) continue;
        measure::Configuration one{
            .call = {.collective = core::Collective::SendRecv, .bytes = bytes}};
        one.pair = measure::Pair{from, to};
        all.push_back(row(one, time(one, time_on(one, hosts))));
      }
    }
  }
  return all;
}

}  // namespace treering::tuner::hosts
