// The outcome of a call, with what is known of long rings.
//
// A ring whose data do not divide evenly has some shorter chunks, which travel around it together,
// so that no two ranks do the same. Where its connections share no links, or channels that do the
// same share them, its times follow by recursion (sim/engine/unshared_ring.h), also with slow links
// and late ranks.
//
// Else: away from the shorter chunks all nodes do the same at the same time, so that nodes can be
// left out there: a short ring goes through the same states. Once such a state turns with the
// shorter chunks from node to node (sim/engine/rotation.h), it does so for ever, and each further
// node adds the same time. Where none of this is so, the whole ring is simulated.
#pragma once

#include <optional>

#include "sim/engine/observer.h"
#include "sim/engine/outcome.h"
#include "sim/engine/shortcuts.h"
#include "sim/machine/call_run.h"

namespace treering::sim::machine {

/// \param shortcuts none of them: every message of the ring itself
engine::Outcome outcome_of(const CallRun& run, const engine::Shortcuts& shortcuts);

/// The same of a long ring whose ranks do not do the same, without its streams' times; nothing for
/// other calls and where it would not pay or not be exact.
/// \param observer null: nobody gives up; sees how far it is, and no steps. Where it has given up
///                 the outcome says nothing
std::optional<engine::Outcome> outcome_of_long_ring(const CallRun& run,
                                                    engine::Observer* observer = nullptr);

}  // namespace treering::sim::machine
