// A schedule's streams and connections as a simulation changes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/engine/simulate.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// A stream's, connection's or flow's number as an index.
constexpr std::size_t index(std::int32_t id) {
  return static_cast<std::size_t>(id);
}

/// A line of the processor's cache: what belongs together is fetched at once.
inline constexpr std::size_t kLine = 64;

/// In time for its use: large runs do not fit into the cache.
template <class T>
void fetch_line(const T& one) {
  __builtin_prefetch(&one);
}

/// What changes with every message; the rest is in its wire.
struct alignas(kLine) Connection {
  schedule::StreamId sender = 0;
  schedule::StreamId receiver = 0;
  int slots = 0;               // messages that it can hold
  int occupied = 0;            // slots: sent, and not received to the end
  int heads = 0;               // messages whose head is here, and that no step has begun to receive
  int whole = 0;               // messages of which all is here, likewise
  bool is_posted = false;      // a proxy sends
  bool has_waiting = false;    // posted messages wait for the network
  bool is_awaited = false;     // the receiver's step has begun, and not all of the message is here
  bool is_unfinished = false;  // the last posted message, of which more is to be copied
  bool is_held = false;        // all is sent, but the sender's step has not ended
  bool is_busy = false;        // the network carries a posted message
  double head = 1;             // as in Wire
  double latency_us = 0;       // in whole ticks
  Traffic traffic;             // sent until now

  /// Heads are passed on before the whole is here.
  bool has_heads() const { return head < 1; }
};

struct alignas(kLine) Running {
  schedule::Step step;  // the present or next one
  schedule::StepIndex steps = 0;
  schedule::StepIndex next = 0;
  std::uint32_t first_send = 0;     // in `ends`, by port
  std::uint32_t first_receive = 0;  // likewise
  int outstanding = 0;              // its flows, copies and awaited messages
  bool is_on = false;               // it is being done
  bool is_late = false;             // it may not begin yet
};

struct Connected {
  std::vector<Running> streams;
  std::vector<Connection> connections;
  std::vector<Wire> wires;                   // of connections
  std::vector<std::vector<double>> waiting;  // by connection: bytes of posted messages that wait
  // Stream by stream: its sends, then its receives, by port. -1: no connection, or one that another
  // of a folded stream stands for.
  std::vector<ConnectionId> ends;

  std::span<const ConnectionId> sends(schedule::StreamId id) const {
    const Running& one = streams[index(id)];
    return std::span(ends).subspan(one.first_send, one.first_receive - one.first_send);
  }
  ConnectionId send(const Running& stream, int port) const {
    return ends[stream.first_send + index(port)];
  }
  ConnectionId receive(const Running& stream, int port) const {
    return ends[stream.first_receive + index(port)];
  }
};

/// At the start.
Connected connected(const schedule::Schedule& schedule, const Wiring& wiring);

}  // namespace treering::sim::engine
