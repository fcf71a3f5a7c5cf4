// What was recorded of a stream or connection, with repetitions in short.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::timeline {

struct RecordedStep {
  schedule::StepIndex index = 0;
  double begin_us = 0;
  double end_us = 0;
  engine::Cause cause;
  bool operator==(const RecordedStep&) const = default;
};

/// From a time on, in bytes of data/us.
struct RateChange {
  double at_us = 0;
  double rate = 0;
  bool operator==(const RateChange&) const = default;
};

/// The entries from `first` to before `end` happen `times` times more, each time `us` later than
/// before; then comes the entry `end`.
struct Repeat {
  std::size_t first = 0;
  std::size_t end = 0;
  std::uint64_t times = 0;
  double us = 0;

  std::size_t count() const { return end - first; }
  bool operator==(const Repeat&) const = default;
};

/// In the order of time.
template <class Entry>
struct Track {
  std::vector<Entry> entries;
  std::vector<Repeat> repeats;
};

}  // namespace treering::sim::timeline
