// A schedule on its wiring, folded to one stream of each class, and its outcome unfolded.
#pragma once

#include <optional>

#include "sim/engine/outcome.h"
#include "sim/engine/quotient.h"

namespace treering::sim::engine {

struct Fold {
  NetworkGraph graph;
  Partition partition;
  Quotient quotient;
};

/// Nothing where it would not pay. Refers to both.
std::optional<Fold> fold(const schedule::Schedule& schedule, const Wiring& wiring);

/// By connection of the quotient: the first of its class.
std::vector<ConnectionId> first_connections(const Fold& fold);

/// The whole's outcome from the quotient's. \param keeps_ends of streams
Outcome unfolded(const Fold& fold, const Outcome& outcome, bool keeps_ends);

}  // namespace treering::sim::engine
