// The final choices, once measuring has ended.
#pragma once

#include <vector>

#include "tuner/tune/standing.h"
#include "tuner/tune/tune.h"

namespace treering::tuner::tune {

/// What is not confirmed gives way to the fastest that is, or to the library's own choice. Nothing
/// changes where that failed, or is none of the ways.
/// \param choices by size, as they seem without confirmations
void settle(const Table& table, const Belief& belief, const Rule& rule,
            std::vector<Standing>& choices);

/// What all evidence together makes faster than choices that are not settled.
void guess(const Known& known, const Rule& rule, std::vector<Standing>& choices);

}  // namespace treering::tuner::tune
