// The connections of a schedule by number, as the engine counts them, and the other way around.
#pragma once

#include <vector>

#include "sim/engine/observer.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::timeline {

class Connections {
 public:
  /// Refers to the schedule.
  explicit Connections(const schedule::Schedule& schedule);

  int count() const { return first_.back(); }
  /// At a port of a stream; -1: none.
  engine::ConnectionId sent(const schedule::Stream& stream, schedule::StreamId id, int port) const;
  engine::ConnectionId received(const schedule::Stream& stream, int port) const;
  /// The stream and its port.
  schedule::Peer sender(engine::ConnectionId connection) const;
  schedule::Peer receiver(engine::ConnectionId connection) const;

 private:
  const schedule::Schedule* schedule_;
  std::vector<engine::ConnectionId> first_;  // by sender, and one more
};

}  // namespace treering::sim::timeline
