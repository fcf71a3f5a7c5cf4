// Phases of a simulated run: a ring's reduce-scatter and its all-gather, a tree's way up and its
// way down, a loop of chunks, an exchange of pairs.
//
// Two kinds of steps begin one:
//   - A rank sends values of its own. So begin reduce-scatter, the way up, each further loop of
//     chunks, and each exchange of algorithms that go in exchanges.
//   - In an all_reduce a rank gets values that are combined for good. So begin all-gather and the
//     way down.
// Ranks do this one after another, and streams more than once. The n-th phase of a kind begins when
// the first rank begins a step that is the n-th of its stream. Phases of a pipeline overlap.
#pragma once

#include <cstddef>
#include <vector>

#include "app/simulation/recorded.h"

namespace treering::app::simulation {

/// When phases begin, us, ascending, from 0 on; of each kind the first `most`.
std::vector<double> phases_of(const Recorded& run, std::size_t most);

}  // namespace treering::app::simulation
