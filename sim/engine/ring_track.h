// The times of a ring no two of whose messages share a link, by recursion instead of events.
//
// Then every step begins at the latest of four times that are known before it: the end of the
// rank's step before, its message's arrival, the end of the next rank's step that makes room, and
// the start of the rank (an event graph; F. Baccelli et al., "Synchronization and Linearity", 1992,
// chapter 2). With n ranks and all that is sent twice around, that are 2n (n - 1) steps: too many
// where n is 24,576.
//
// But most ranks do what the rank a period before them does, at the same time. Steps are numbered
// by chunk and round: in round r the rank at position c + 1 + r works on chunk c, and what a step
// waits for are steps on the same chunk and on later ones. So chunks of a period, a block, take the
// times of the next block, unless what they wait for, their bytes or their ranks differ. Only
// blocks of which something differs are computed, and compared: those around shorter chunks, slow
// links and late ranks. Times are compared to the last bit.
//
// Several channels may share links at each position. Where some of their chunks differ in length,
// each time has two bounds: that of a channel with the shortest chunks, alone on its links, and
// that of a channel with the longest ones, beside all others. Where the bounds of a message's begin
// are equal, all channels begin it together, and share the links alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// A rank, and its connection to the next one.
struct RingHop {
  double rate = 0;          // bytes/us of its stream; with a proxy those to its buffer
  double network_rate = 0;  // of the proxy
  double alone_rate = 0;    // of a message that shares its links with no other channel's
  double latency_us = 0;
  double local_rate = 0;  // of a chunk that is not passed on
  int room = 1;           // messages that the connection holds
  bool is_posted = false;
  bool operator==(const RingHop&) const = default;
};

/// Twice around, as in an all_reduce.
struct RingTrack {
  std::vector<RingHop> hops;     // by position in the ring
  std::vector<double> start_us;  // likewise: when the rank may begin; empty: all at once
  int period = 1;                // ranks; divides them all. Hops so far apart are mostly equal
  int slices = 1;                // messages of a chunk
  schedule::StepIndex loops = 1;
  double step_us = 0;  // as in Wiring
  using Bytes = std::function<std::uint64_t(schedule::StepIndex loop, int chunk, int slice)>;
  Bytes bytes;        // of a message; loops but the last are equal
  Bytes least_bytes;  // in the channel with the shortest; empty: as many
};

struct RingTimes {
  double us = 0;               // when the last rank has ended
  std::uint64_t computed = 0;  // messages
};

/// Nothing where connections hold less than two chunks, where channels that differ decide on the
/// time, and where the observer gives up.
/// \pre two ranks or more
std::optional<RingTimes> times_of(const RingTrack& track, Observer* observer = nullptr);

}  // namespace treering::sim::engine
