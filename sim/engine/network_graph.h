// A schedule on its wiring as a graph in flat arrays: streams, connections, and which links a
// connection crosses. For questions about the whole, where an object for each wire is too much:
// there are millions of connections, and what many of them share is kept once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/compact_sequences.h"
#include "sim/engine/copy_numbers.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

/// A connection of a stream: by its end there. -1: none at this port.
using End = ConnectionId;

/// Which links each connection crosses.
struct Routes {
  struct Hop {
    LinkId link = 0;
    std::uint32_t weight = 0;  // in `weights`
  };

  std::vector<std::uint32_t> first_hop;  // by connection, and one more
  std::vector<Hop> hops;                 // connection by connection
  std::vector<double> weights;           // of crossings, each once

  std::span<const Hop> of(std::size_t connection) const {
    const std::size_t first = first_hop[connection];
    return std::span(hops).subspan(first, first_hop[connection + 1] - first);
  }
  double weight_of(const Hop& hop) const { return weights[hop.weight]; }
};

struct NetworkGraph {
  using Hop = Routes::Hop;

  struct Connection {
    schedule::StreamId sender = 0;
    schedule::StreamId receiver = 0;
  };
  struct Ports {
    std::uint32_t first_send = 0;  // in `ends`
    std::uint32_t first_receive = 0;
  };

  std::vector<std::uint64_t> kinds;  // by stream: a hash of its steps and its start
  std::vector<Ports> ports;          // by stream, and one more
  std::vector<End> ends;             // sends, then receives, stream by stream
  std::vector<Connection> connections;
  // By connection: a hash of its wire but for links, and of its ports where they count.
  core::FewValues<std::uint64_t> parameters;
  core::FewValues<int> times;  // by connection, as in Wire
  Routes routes;
  std::vector<double> capacities;  // by link
  std::vector<bool> can_fill;      // by link: whether its flows could load it fully

  std::span<const End> sends(std::size_t stream) const {
    const Ports& at = ports[stream];
    return std::span(ends).subspan(at.first_send, at.first_receive - at.first_send);
  }
  std::span<const End> receives(std::size_t stream) const {
    const std::size_t first = ports[stream].first_receive;
    return std::span(ends).subspan(first, ports[stream + 1].first_send - first);
  }
  std::span<const Hop> route(std::size_t connection) const { return routes.of(connection); }
  double weight_of(const Hop& hop) const { return routes.weight_of(hop); }
};

/// Connections have the numbers that they have in the simulation.
NetworkGraph network_graph(const schedule::Schedule& schedule, const Wiring& wiring);

}  // namespace treering::sim::engine
