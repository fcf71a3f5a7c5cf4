// The messages of a pattern as a schedule: one stream for each rank, which goes through its rounds.
// In each it sends, and then takes what comes. Every message has ports of its own, so that those of
// any step are in sequence. There are two forms: one says how long the messages take, the other
// whether they do what their collective promises.
#pragma once

#include <cstddef>

#include "sim/hosts/patterns.h"
#include "sim/schedule/steps_in_memory.h"

namespace treering::sim::hosts {

/// For time: without the data. What a rank sends in a round goes to several ranks at once where all
/// get equally much. A message of more than `eager` bytes goes when its receiver is in the round
/// and has said so.
/// \param width bytes of an element
schedule::StepsInMemory timed_schedule(const Messages& messages, int ranks, std::size_t width,
                                       std::size_t eager);

/// For the proof: with the data, an element as a byte, and the contract of the collective. What a
/// rank sends in a round is one step where all get the same data.
schedule::StepsInMemory schedule_with_data(const Messages& messages, core::Collective collective,
                                           const PatternSize& size);

}  // namespace treering::sim::hosts
