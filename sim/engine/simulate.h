// Runs of a schedule in time: message by message or with shortcuts, and their outcome.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

// What a simulation finds.

/// What a connection has carried.
struct Traffic {
  std::uint64_t messages = 0;
  double bytes = 0;
  bool operator==(const Traffic&) const = default;
};

struct Outcome {
  double time_us = 0;                          // when the last stream has ended
  double longest_us = 0;                       // of a stream, from its first message's begin on
  std::uint64_t transfers = 0;                 // messages; of them
  std::uint64_t simulated = 0;                 // one by one,
  std::uint64_t symmetric = 0;                 // as another stream's at the same time, or
  std::uint64_t periodic = 0;                  // as the same stream's before
  std::vector<double> ends_us;                 // by stream; 0 where it has no steps
  std::vector<Traffic> traffic;                // by connection
  std::vector<double> carried;                 // bytes as the links have them, by link; of them
  std::vector<double> payload;                 // data
  std::vector<schedule::StreamId> stuck = {};  // streams that wait for ever
};

// Runs a schedule in time. A message is a flow over its route: it has a max-min fair share of every
// link, capped by what its stream copies, and then a latency. A step begins when its stream is
// free, its messages are there and its connections have room; it ends when its messages are sent.
//
// Equal inputs give equal results to the last bit: what happens at the same time is ordered by
// stream, and no order of memory or of threads has a say.

/// Every message of every stream, one by one. With shortcuts, below, the same takes
/// less work.
/// \param observer null: nobody looks on. One that has enough, or gives up, ends the run.
Outcome simulate(const schedule::Schedule& schedule, const Wiring& wiring,
                 Observer* observer = nullptr);

// Runs a schedule in time with less work than simulate(), and the same result: what is certain to
// happen as it does elsewhere, or as it did before, is not simulated again.
//
//   symmetry   one stream of each class of streams that behave alike (fold.h)
//   periods    a steady state is run through once, and its repetitions are skipped (periods.h)

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
