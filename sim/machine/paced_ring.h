// The time of a long ring whose chunks travel without waiting for each other, as small ones do,
// which take mostly latency.
//
// Where no links are shared, a longer message ends nothing earlier. So a ring takes no longer than
// one with all its chunks as long as the longest, or, where few are long, with its first chunks
// again and again (where all nodes do the same at the same time, and two are simulated for all),
// and no less than the first chunks take that have the ring for themselves. Where these two are
// equal, they are its time.
#pragma once

#include <optional>

#include "sim/engine/observer.h"
#include "sim/machine/call_run.h"

namespace treering::sim::machine {

/// In us, with how many messages were simulated.
struct RingTime {
  double us = 0;
  std::uint64_t simulated = 0;
};

/// Nothing where chunks wait for each other, or links are shared.
/// \pre a ring of an all_reduce with shorter chunks
/// \param observer null: nobody gives up; sees nothing
std::optional<RingTime> paced_time(const CallRun& run, engine::Observer* observer = nullptr);

}  // namespace treering::sim::machine
