// Ways that take far longer than a model expects where others do not: something on the way treats
// them otherwise. A middlebox that holds back the connections of one algorithm is such a thing.
#pragma once

#include <string>
#include <vector>

#include "tuner/tune/tune.h"

namespace treering::app::tuning {

/// A sentence each. Ways that take at least twice as long by the model's measure as the middle one
/// of the others; four times where there is one result alone. None where there is no model.
std::vector<std::string> unexpected_ways(const tuner::tune::Tuning& tuning);

}  // namespace treering::app::tuning
