// How a request is measured, and what its results say of that.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "app/measuring/measure.h"
#include "app/measuring/ranks.h"
#include "tuner/measure/conductor.h"

namespace treering::app::measuring {

/// All but what becomes of the results, and who watches.
tuner::measure::Conduct conduct_of(const MeasureRequest& request, const Asked& asked,
                                   tuner::measure::StartWorkers start);

/// What the ranks that were started say of the run.
void take_ranks(const tuner::measure::Hello& hello, tuner::measure::Conduct& conduct);

/// Why so many results of a file do not count: what they differ in, or that they are earlier.
std::string others_text(std::size_t others, const std::set<std::string>& unlike);

}  // namespace treering::app::measuring
