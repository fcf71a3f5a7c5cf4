// The messages of a pattern as a schedule that the engine runs.
#pragma once

#include <cstddef>

#include "sim/hosts/patterns.h"
#include "sim/schedule/steps_in_memory.h"

namespace treering::sim::hosts {

/// One stream for each rank, round by round: it sends, to several ranks at once where all get
/// equally much, and then takes what comes. For time alone: it does not say which data these are.
/// \param width bytes of an element
schedule::StepsInMemory message_schedule(const Messages& messages, int ranks, std::size_t width);

}  // namespace treering::sim::hosts
