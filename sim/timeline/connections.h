// The connections of a schedule by number, as the engine counts them, and the other way around. Of
// parts that are alike (sim/schedule/copies.h) one is counted.
#pragma once

#include <vector>

#include "core/narrow_sums.h"
#include "sim/engine/observer.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::timeline {

class Connections {
 public:
  /// Refers to the schedule.
  explicit Connections(const schedule::Schedule& schedule);

  int count() const { return part_first_.back(); }
  /// That streams [from, end) send over.
  int count(schedule::StreamId from, schedule::StreamId end) const;
  /// At a port of a stream; -1: none.
  engine::ConnectionId sent(const schedule::Stream& stream, schedule::StreamId id, int port) const;
  engine::ConnectionId received(const schedule::Stream& stream, int port) const;
  /// The stream and its port.
  schedule::Peer sender(engine::ConnectionId connection) const;
  schedule::Peer receiver(engine::ConnectionId connection) const;

 private:
  /// Of each sender in the part.
  const core::NarrowSums& counts_in(int part) const {
    return counts_[counts_of_[schedule::index_of(part)]];
  }
  core::NarrowSums counted(int part) const;
  /// Of a stream; also of what would be the next after the last.
  engine::ConnectionId first(schedule::StreamId sender) const;

  const schedule::Schedule* schedule_;
  schedule::Copies copies_;
  std::vector<core::NarrowSums> counts_;          // of parts that are no copies
  std::vector<std::size_t> counts_of_;            // by part: in counts_
  std::vector<engine::ConnectionId> part_first_;  // by part, and one more
};

}  // namespace treering::sim::timeline
