// Runs a schedule in time. A message is a flow over its route: it has a max-min fair share of every
// link, capped by what its stream copies, and then a latency. A step begins when its stream is
// free, its messages are there and its connections have room; it ends when its messages are sent.
//
// Equal inputs give equal results to the last bit: what happens at the same time is ordered by
// stream, and no order of memory or of threads has a say.
#pragma once

#include "sim/engine/observer.h"
#include "sim/engine/outcome.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// Every message of every stream, one by one. `shortcuts.h` gives the same with less work.
/// \param observer null: nobody looks on. One that has enough, or gives up, ends the run.
Outcome simulate(const schedule::Schedule& schedule, const Wiring& wiring,
                 Observer* observer = nullptr);

}  // namespace treering::sim::engine
