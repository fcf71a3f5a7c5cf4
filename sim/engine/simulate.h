// Runs a schedule in time. A message is a flow over its route: it has a max-min fair share of every
// link, capped by what its stream copies, and then a latency. A step begins when its stream is
// free, its messages are there and its connections have room; it ends when its messages are sent.
//
// Equal inputs give equal results to the last bit: what happens at the same time is ordered by
// stream, and no order of memory or of threads has a say.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

struct Outcome {
  double time_us = 0;                          // when the last stream has ended
  std::uint64_t transfers = 0;                 // messages
  std::vector<double> ends_us;                 // by stream; 0 where it has no steps
  std::vector<double> carried;                 // bytes, by link
  std::vector<schedule::StreamId> stuck = {};  // streams that wait for ever
};

/// \param observer null: nobody looks on
Outcome simulate(const schedule::Schedule& schedule, const Wiring& wiring,
                 Observer* observer = nullptr);

}  // namespace treering::sim::engine
