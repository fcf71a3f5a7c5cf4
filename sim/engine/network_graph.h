// A schedule on its wiring as a graph in flat arrays: streams, connections, and which links a
// connection crosses. For questions about the whole, where an object for each wire is too much.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/engine/observer.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// A connection of a stream: by its end there. -1: none at this port.
using End = ConnectionId;

struct NetworkGraph {
  struct Connection {
    schedule::StreamId sender = 0;
    schedule::StreamId receiver = 0;
    // A hash of its wire but for the links, and of its ports where they count.
    std::uint64_t parameters = 0;
    int times = 1;  // as in Wire
  };
  struct Ports {
    std::size_t first_send = 0;  // in `ends`
    std::size_t first_receive = 0;
    std::size_t end = 0;
  };

  std::vector<std::uint64_t> kinds;  // by stream: a hash of its steps and its start
  std::vector<Ports> ports;          // by stream
  std::vector<End> ends;             // sends, then receives, stream by stream
  std::vector<Connection> connections;
  std::vector<std::size_t> first_crossing;  // by connection, and one more
  std::vector<Crossing> crossings;          // connection by connection
  std::vector<double> capacities;           // by link
  std::vector<bool> can_fill;               // by link: whether its flows could load it fully

  std::span<const End> sends(std::size_t stream) const {
    const Ports& at = ports[stream];
    return std::span(ends).subspan(at.first_send, at.first_receive - at.first_send);
  }
  std::span<const End> receives(std::size_t stream) const {
    const Ports& at = ports[stream];
    return std::span(ends).subspan(at.first_receive, at.end - at.first_receive);
  }
  std::span<const Crossing> route(std::size_t connection) const {
    const std::size_t first = first_crossing[connection];
    return std::span(crossings).subspan(first, first_crossing[connection + 1] - first);
  }
};

/// Connections have the numbers that they have in the simulation.
NetworkGraph network_graph(const schedule::Schedule& schedule, const Wiring& wiring);

}  // namespace treering::sim::engine
