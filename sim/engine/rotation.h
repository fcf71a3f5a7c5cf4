// States that turn: after some time every stream does what the one before it in a ring did. A ring
// in such a state, some of whose places do the same at the same time, takes as much longer for each
// further place as the state takes to turn.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

struct Turn {
  /// The stream that does later what `stream` does.
  std::function<schedule::StreamId(schedule::StreamId stream)> onward;
  schedule::StepIndex steps = 0;  // so many of its own later
  /// Streams of one place, of which each is the first of a ring.
  std::vector<schedule::StreamId> place;
  int places = 0;  // of the ring, by `onward`
  /// Each of so many equal shares of the steps is a run of its own around the ring.
  schedule::StepIndex loops = 1;
};

/// How long a turn takes, us: the sum over the loops. Nothing where in one of them no state late in
/// it turns, or no three places in a row do the same at the same time then; or where the observer
/// gives up.
std::optional<double> turn_us(const schedule::Schedule& schedule, const Wiring& wiring,
                              const Turn& turn, const Observer* observer = nullptr);

}  // namespace treering::sim::engine
