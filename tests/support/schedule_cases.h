// Schedules over many numbers of ranks and sizes, for tests that hold for all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/schedule/chunks.h"
#include "sim/schedule/contract.h"

namespace treering::testing {

/// All goals, in order.
std::vector<sim::schedule::Goal> all_goals();

/// A contract with blocks of so many bytes; a barrier has one. The root is in the middle.
sim::schedule::Contract contract_for(sim::schedule::Goal goal, int ranks, std::uint64_t bytes);

/// A contract's data shared by two channels, with chunks of different lengths.
std::vector<sim::schedule::ChannelWork> two_channels(const sim::schedule::Contract& contract);

}  // namespace treering::testing
