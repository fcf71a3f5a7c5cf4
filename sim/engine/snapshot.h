// The state of a simulation at a time, without the time: two equal ones go on alike, as far as the
// steps ahead are alike.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/engine/simulation.h"

namespace treering::sim::engine {

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

}  // namespace treering::sim::engine
