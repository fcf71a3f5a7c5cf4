// A schedule's streams and connections as a simulation changes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

using ConnectionId = std::int32_t;

/// A stream's, connection's or flow's number as an index.
constexpr std::size_t index(std::int32_t id) {
  return static_cast<std::size_t>(id);
}

/// From a sending stream's port to a receiving one's.
struct Connection {
  Wire wire;
  schedule::StreamId sender = 0;
  schedule::StreamId receiver = 0;
  int arrived = 0;             // messages that can be received
  int occupied = 0;            // slots: sent, and not received to the end
  std::vector<double> posted;  // bytes of messages that wait for the network
  bool is_busy = false;        // the network carries one
};

struct Running {
  schedule::StreamId stream = 0;
  std::vector<ConnectionId> sends;  // by port; -1: no connection
  std::vector<ConnectionId> receives;
  schedule::StepIndex steps = 0;
  schedule::StepIndex next = 0;
  schedule::Step step;  // the present or next one
  bool is_on = false;   // it is being done
  int outstanding = 0;  // its flows and copies
};

struct Connected {
  std::vector<Running> streams;
  std::vector<Connection> connections;
};

/// At the start.
Connected connected(const schedule::Schedule& schedule, const Wiring& wiring);

}  // namespace treering::sim::engine
