// The coarsest equitable partition of streams and links: streams of a class have the same steps,
// their connections lead over the same wires to streams of the same class, and each link of a class
// is crossed by as much of each class of connections. All of a class then have the same times, so
// one of each has to be simulated.
//
// Colour refinement (B. Weisfeiler, A. Leman, 1968): start with what each is alone, and add the
// colours of neighbours until no class is divided any more. Colours are hashes without numbers of
// streams or links. Links that their flows cannot fill hold nobody back, so they divide nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/compact_sequences.h"
#include "sim/engine/copy_numbers.h"
#include "sim/engine/network_graph.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

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

}  // namespace treering::sim::engine
