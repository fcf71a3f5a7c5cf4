// A schedule's streams and connections as a simulation changes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/engine/outcome.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// A stream's, connection's or flow's number as an index.
constexpr std::size_t index(std::int32_t id) {
  return static_cast<std::size_t>(id);
}

struct Connection {
  Wire wire;
  schedule::StreamId sender = 0;
  schedule::StreamId receiver = 0;
  int slots = 1;
  int occupied = 0;            // slots: sent, and not received to the end
  int heads = 0;               // messages whose head is here, and that no step has begun to receive
  int whole = 0;               // messages of which all is here, likewise
  bool is_awaited = false;     // the receiver's step has begun, and not all of the message is here
  bool is_unfinished = false;  // the last posted message, of which more is to be copied
  bool is_held = false;        // all is sent, but the sender's step has not ended
  bool is_busy = false;        // the network carries a posted message
  std::vector<double> posted;  // bytes of messages that wait for the network
  Traffic traffic;             // sent until now
};

struct Running {
  schedule::StreamId stream = 0;
  // By port; -1: no connection, or one that another of a folded stream stands for.
  std::vector<ConnectionId> sends;
  std::vector<ConnectionId> receives;
  double local_rate = 0;
  schedule::StepIndex steps = 0;
  schedule::StepIndex next = 0;
  schedule::Step step;   // the present or next one
  bool is_on = false;    // it is being done
  bool is_late = false;  // it may not begin yet
  int outstanding = 0;   // its flows, copies and awaited messages
};

struct Connected {
  std::vector<Running> streams;
  std::vector<Connection> connections;
};

/// At the start.
Connected connected(const schedule::Schedule& schedule, const Wiring& wiring);

}  // namespace treering::sim::engine
