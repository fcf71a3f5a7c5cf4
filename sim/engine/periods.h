// Steady states: the state of a simulation at a time, and repetitions of what led from one to its
// equal.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/engine/simulation.h"

namespace treering::sim::engine {

// The state of a simulation at a time, without the time: two equal ones go on alike, as far as the
// steps ahead are alike.

/// What is about to happen at a stream, or at a connection that it sends over.
struct Pending {
  schedule::StreamId stream = 0;
  int port = -1;  // -1: at the stream
  Event::Kind kind = Event::Kind::FlowEnds;
  double in_us = 0;
  double rate = 0;  // of a flow
  double tail = 0;
};

struct Snapshot {
  double at = 0;
  std::vector<schedule::StepIndex> next;  // by stream
  std::vector<std::uint64_t> counts;      // several of a stream
  std::vector<std::size_t> first_count;   // by stream, and one more
  std::vector<Pending> pending;           // by stream, port, kind, time
  std::vector<std::size_t> first_pending;
  std::vector<Traffic> traffic;  // by connection
};

Snapshot snapshot_of(const Simulation& simulation);

/// Whether a stream of one is in the same state as a stream of the other, but for its next step.
/// Times are equal to rounding.
bool are_alike(const Snapshot& a, schedule::StreamId in_a, const Snapshot& b,
               schedule::StreamId in_b);

/// Whether `simulation` has the counts of the snapshot: quickly no where it has not.
bool has_counts(const Simulation& simulation, const Snapshot& snapshot);

// Steady states. Where the state of a simulation is what it was some time before, and the steps
// ahead are those since then, what happened since then happens again, and again. Such repetitions
// are skipped: time, steps and traffic are counted up.
//
// A state is remembered when a certain stream has done 32, 64, 128, ... steps, and compared with
// those after each of its next steps (R. Brent, "An improved Monte Carlo factorization algorithm",
// 1980).

class Periods {
 public:
  /// Refers to both.
  Periods(const schedule::Schedule& schedule, Simulation& simulation);

  /// To be called after each instant. Skips what it can.
  void look();

 private:
  void compare();
  std::uint64_t times(const Skip& skip) const;
  Skip since_remembered() const;
  bool is_again() const;

  const schedule::Schedule& schedule_;
  Simulation& simulation_;
  std::size_t watched_ = 0;        // the stream with the most steps
  schedule::StepIndex seen_ = 0;   // its steps
  schedule::StepIndex marks_ = 0;  // its steps since the last skip
  schedule::StepIndex compared_until_ = 0;
  Snapshot remembered_;
};

}  // namespace treering::sim::engine
