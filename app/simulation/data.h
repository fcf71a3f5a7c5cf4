// Data of a call: ranges of the space that all of them lie in (sim/schedule/contract.h).
#pragma once

#include <vector>

#include "sim/schedule/contract.h"

namespace treering::app::simulation {

using DataRange = sim::schedule::Range;
using Data = std::vector<DataRange>;  // ascending, without overlap

bool have_common(const Data& a, const Data& b);

}  // namespace treering::app::simulation
