// Whether a simulated run came to its end.
#pragma once

#include "core/result.h"
#include "sim/engine/outcome.h"
#include "sim/schedule/schedule.h"

namespace treering::app::simulation {

/// An error where some rank waits for ever: such a run has no time.
core::Result<void> check_ended(const sim::engine::Outcome& outcome,
                               const sim::schedule::Schedule& schedule);

}  // namespace treering::app::simulation
