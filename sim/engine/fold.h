// A schedule folded by its symmetry to one stream of each class, and its outcome unfolded.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/compact_sequences.h"
#include "sim/engine/network_graph.h"
#include "sim/engine/partition.h"
#include "sim/engine/simulate.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::engine {

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
