// A schedule on its wiring, folded to one stream of each class, and its outcome unfolded.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/few_values.h"
#include "sim/engine/outcome.h"
#include "sim/engine/quotient.h"

namespace treering::sim::engine {

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
