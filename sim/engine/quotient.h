// A schedule on its wiring, folded: a stream stands for all of its class. A class of links is one
// link, which a folded flow loads as much as all connections of its class load one of the links, so
// that shares are the same as in the whole.
#pragma once

#include <memory>

#include "sim/engine/partition.h"

namespace treering::sim::engine {

struct Quotient {
  std::unique_ptr<schedule::Schedule> schedule;  // refers to the whole
  Wiring wiring;
};

/// Refers to the schedule and its wiring.
Quotient quotient_of(const schedule::Schedule& schedule, const Wiring& wiring,
                     const NetworkGraph& graph, const Partition& partition);

}  // namespace treering::sim::engine
