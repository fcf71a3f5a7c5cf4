// What a reader of measurements has to know of how the ranks started their calls.
#pragma once

#include <string>
#include <vector>

#include "tuner/measure/summary.h"

namespace treering::app::measuring {

/// "3 of 90 calls left out, because the ranks started too far apart"; empty where none were.
std::string late_text(const std::vector<tuner::measure::Summary>& rows);

/// Sentences: calls left out, clocks that are hardly known, and times that depend on the starts.
std::vector<std::string> notes_on_starts(const std::vector<tuner::measure::Summary>& rows);

}  // namespace treering::app::measuring
