// Races: two streams of an agent use the same data, one of them writes, and neither step comes
// before the other for certain. What such steps find depends on the time that others take.
//
// Only the sequence of a stream's steps and messages count as an order. A sender that waits for
// room does not: how much room a connection has depends on the machine.
#pragma once

#include <optional>
#include <vector>

#include "sim/schedule/schedule.h"
#include "sim/schedule/uses.h"
#include "sim/schedule/vector_clocks.h"

namespace treering::sim::schedule {

struct Race {
  Use one;
  Use other;
  Range range;
};

class Races {
 public:
  /// Refers to both. Looks for races of agents from `first` on, as many as clocks have room for.
  Races(const Schedule& schedule, const std::vector<Stream>& streams, int first);

  /// The agent after the last that it looks at.
  int end() const { return end_; }
  /// A stream does its next step. \pre what the step receives was sent before
  std::optional<Race> do_step(StreamId id, StepIndex index, const Step& step,
                              const std::vector<Range>& data);

 private:
  Races(const Schedule& schedule, const std::vector<Stream>& streams, int first,
        const std::vector<StreamId>& joined);
  std::vector<bool> counted_from(int first, const std::vector<StreamId>& joined);

  const Schedule& schedule_;
  const std::vector<Stream>& streams_;
  int end_ = 0;
  std::vector<std::optional<Uses>> uses_;  // by agent; nothing where streams cannot race
  VectorClocks clocks_;
};

}  // namespace treering::sim::schedule
