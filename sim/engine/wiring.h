// What a schedule runs on: links with their capacities, and for each connection the route over them
// and what a message costs there. Times are us, rates bytes/us (1 GB/s is 1000 of them).
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "sim/engine/fair_share.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

struct Wire {
  Route route;            // empty: no link that others could share
  double rate = 0;        // bytes of data/us that the sending stream copies at most
  double latency_us = 0;  // from a byte's leaving until the receiver can use it
  /// A proxy sends: the stream copies the message to a buffer at `rate` and goes on, and the
  /// network carries it from there at `network_rate` at most, after the messages before it.
  bool is_posted = false;
  double network_rate = 0;
  /// The share of a message that the receiver waits for before it begins to pass it on; it ends no
  /// earlier than the whole message is there. Above 0.
  double head = 1;
  int times = 1;  // equal connections that it stands for, with itself; its route is loaded by all
};

struct Wiring {
  std::vector<double> capacities;  // by link
  std::function<Wire(schedule::StreamId sender, int port)> wire;
  double local_rate = 0;  // of a step that only keeps what it received
  /// The same by stream, where streams differ in it; empty: they do not.
  std::function<double(schedule::StreamId)> local_rates = {};
  double step_us = 0;  // a step without a message over links takes at least so long
  /// When a stream may begin; empty: all at once.
  std::function<double(schedule::StreamId)> start_us = {};
  /// By channel: the first on which all that agents send each other has equal wires; empty: not
  /// known.
  std::vector<int> channels_alike = {};
};

/// The messages that a connection holds: sent, and not received to the end. A posted one has a
/// buffer at each end (NCCL v2.28.9-1, src/transport/net.cc: the sending and the receiving side
/// have all steps of one each).
inline int room_of(const schedule::Schedule& schedule, schedule::StreamId sender,
                   const Wire& wire) {
  return std::max(schedule.slots_of(sender), 1) * (wire.is_posted ? 2 : 1);
}

}  // namespace treering::sim::engine
