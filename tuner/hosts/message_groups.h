// Algorithms that send the same messages under several names.
//
// On two ranks a ring, halving and doubling, and much else, are one exchange; on four a binomial
// tree is a binary one. Whoever has measured one of them has measured all. So calls are grouped:
// two algorithms are in one group where a call of each sends as many messages of the same bytes
// between the same ranks, in whichever order and of whichever collective, and where the witness
// could not tell which of them ran.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuner/hosts/measured_calls.h"

namespace treering::tuner::hosts {

/// By call the number of its group, from 0; all calls of an algorithm of a collective, at whatever
/// size and on however many ranks, are in one. Groups are numbered as their first algorithms come
/// in the order of libraries, collectives and names. Those of hosts that are joined otherwise, or
/// of another library, are never in one: nothing is learned from them.
std::vector<std::size_t> message_groups(std::span<const MeasuredCall> calls);

}  // namespace treering::tuner::hosts
