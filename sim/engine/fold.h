// Symmetry: a schedule on its wiring as a graph, the classes of streams that behave alike, and the
// schedule folded to one stream of each class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/compact_sequences.h"
#include "sim/engine/observer.h"
#include "sim/engine/simulate.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

// A schedule on its wiring as a graph in flat arrays: streams, connections, and which links a
// connection crosses. For questions about the whole, where an object for each wire is too much:
// there are millions of connections, and what many of them share is kept once.

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

// The coarsest equitable partition of streams and links: streams of a class have the same steps,
// their connections lead over the same wires to streams of the same class, and each link of a class
// is crossed by as much of each class of connections. All of a class then have the same times, so
// one of each has to be simulated.
//
// Colour refinement (B. Weisfeiler, A. Leman, 1968): start with what each is alone, and add the
// colours of neighbours until no class is divided any more. Colours are hashes without numbers of
// streams or links. Links that their flows cannot fill hold nobody back, so they divide nothing.

using ClassId = std::int32_t;

/// Classes are numbered by their first members.
struct Partition {
  core::NarrowNumbers of_stream;
  std::vector<schedule::StreamId> streams;  // the first of each class
  std::vector<ClassId> of_link;             // -1: cannot fill
  std::vector<LinkId> links;
  // By connection. Those of one stream may be of one class.
  core::NarrowNumbers of_connection;
  std::vector<ConnectionId> connections;

  ClassId class_of(schedule::StreamId stream) const {
    return static_cast<ClassId>(of_stream[static_cast<std::size_t>(stream)]);
  }
  ClassId class_of_connection(ConnectionId id) const {
    return static_cast<ClassId>(of_connection[static_cast<std::size_t>(id)]);
  }
  bool operator==(const Partition&) const = default;
};

/// Gives up, with no classes, where there are more than `most`.
Partition partition_of(const NetworkGraph& graph, std::size_t most);

// A schedule on its wiring, folded: a stream stands for all of its class. A class of links is one
// link, which a folded flow loads as much as all connections of its class load one of the links, so
// that shares are the same as in the whole.

struct Quotient {
  std::unique_ptr<schedule::Schedule> schedule;  // refers to the whole
  Wiring wiring;
};

/// Refers to the schedule and its wiring.
Quotient quotient_of(const schedule::Schedule& schedule, const Wiring& wiring,
                     const NetworkGraph& graph, const Partition& partition);

// A schedule on its wiring, folded to one stream of each class, and its outcome unfolded.

struct Fold {
  std::shared_ptr<const Partition> partition;  // without links
  Quotient quotient;
  std::vector<ConnectionId> connections;  // by connection of the quotient: the first of its class
  // What the outcome of the whole needs of its graph.
  std::size_t links = 0;
  Routes routes;
  core::FewValues<int> times;  // by connection, as in Wire
};

/// Nothing where it would not pay. Refers to both.
std::optional<Fold> fold(const schedule::Schedule& schedule, const Wiring& wiring);

/// The whole's outcome from the quotient's. \param keeps_ends of streams
Outcome unfolded(const Fold& fold, const Outcome& outcome, bool keeps_ends);

}  // namespace treering::sim::engine
