// Which calls are slow, and whether chance explains them.
//
// Other work on the processors delays a call here and there, and a small one by many times what it
// takes. A link slows down every call that takes it, whatever the size, the largest most surely.
#pragma once

#include <vector>

#include "sim/hosts/host_time.h"
#include "tuner/hosts/host_check.h"

namespace treering::tuner::hosts {

/// How often chance explains a slow call: the calls that the tolerance leaves, twice over.
inline constexpr double kByChance = 0.2;

/// By how much, if no larger call of its kind speaks for it.
inline constexpr double kMostByChance = 2;

/// What each row should take, and whether it can be judged: whether links decide it, and not
/// latency. \param slowed as they may be
void expect(const sim::hosts::Hosts& hosts, const sim::hosts::Hosts& slowed, HostCheck& check);

/// The judged rows that are slow beside these times, which are by row.
std::vector<const Row*> slow_rows(const std::vector<Row>& rows, const std::vector<Expected>& times);

/// Whether chance explains them. They have to be few; each takes less than kMostByChance of what it
/// may, or a larger call of the same kind is not slow; and no pair of ranks is slow in most of its
/// calls, nor from one rank to the other at every size, of two or more.
bool are_by_chance(const std::vector<Row>& rows, const std::vector<Expected>& times);

}  // namespace treering::tuner::hosts
