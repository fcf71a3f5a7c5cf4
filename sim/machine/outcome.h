// The outcome of a call, with what is known of long rings.
//
// A ring whose data do not divide evenly has some shorter chunks, which travel around it together.
// Away from them all nodes do the same at the same time, so that nodes can be left out there: a
// short ring goes through the same states. Once such a state turns with the shorter chunks from
// node to node (sim/engine/rotation.h), it does so for ever, and each further node adds the same
// time. Or the chunks do not wait for each other (sim/machine/paced_ring.h). Where neither is so,
// the whole ring is simulated.
#pragma once

#include <optional>

#include "sim/engine/observer.h"
#include "sim/engine/outcome.h"
#include "sim/engine/shortcuts.h"
#include "sim/machine/call_run.h"

namespace treering::sim::machine {

/// \param shortcuts none of them: every message of the ring itself
engine::Outcome outcome_of(const CallRun& run, const engine::Shortcuts& shortcuts);

/// The same of a long ring with shorter chunks, from simpler rings, without its streams' times;
/// nothing for other calls and where it would not pay or not be exact.
/// \param observer null: nobody gives up; sees nothing. Where it has given up the outcome says
///                 nothing
std::optional<engine::Outcome> outcome_of_long_ring(const CallRun& run,
                                                    engine::Observer* observer = nullptr);

}  // namespace treering::sim::machine
