// What a reader of measurements has to know of what ran, beside what was asked for.
#pragma once

#include <string>
#include <vector>

#include "tuner/measure/summary.h"

namespace treering::app::measuring {

/// Sentences: what ran in place of what was asked for, and what did not run the same each time.
std::vector<std::string> notes_on_what_ran(const std::vector<tuner::measure::Summary>& rows);

}  // namespace treering::app::measuring
