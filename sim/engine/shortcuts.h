// Runs a schedule in time with less work than simulate(), and the same result: what is certain to
// happen as it does elsewhere, or as it did before, is not simulated again.
//
//   symmetry   one stream of each class of streams that behave alike (partition.h)
//   periods    a steady state is run through once, and its repetitions are skipped (periods.h)
#pragma once

#include "sim/engine/observer.h"
#include "sim/engine/outcome.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

struct Shortcuts {
  bool symmetry = true;
  bool periods = true;
  /// False: the outcome of a run that symmetry shortens has sums alone, not when each stream ends
  /// and what each connection carries. There may be tens of millions.
  bool keeps_each = true;
};

/// Times are those of simulate() but for rounding.
/// \param observer sees the first stream of each class and its connections, and what is repeated
Outcome simulate(const schedule::Schedule& schedule, const Wiring& wiring,
                 const Shortcuts& shortcuts, Observer* observer = nullptr);

}  // namespace treering::sim::engine
