// The messages of a pattern as a schedule that the engine runs.
#pragma once

#include <cstddef>

#include "sim/hosts/patterns.h"
#include "sim/schedule/steps_in_memory.h"

namespace treering::sim::hosts {

/// One stream for each rank, round by round: it sends, to several ranks at once where all get
/// equally much, and then takes what comes. A message of more than `eager` bytes goes when its
/// receiver is in the round and has said so. For time alone: it does not say which data these are.
/// \param width bytes of an element
schedule::StepsInMemory message_schedule(const Messages& messages, int ranks, std::size_t width,
                                         std::size_t eager);

}  // namespace treering::sim::hosts
