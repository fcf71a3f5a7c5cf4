// What a reader of measurements has to know beside the table.
#pragma once

#include <string>
#include <vector>

#include "app/measuring/measure.h"

namespace treering::app::measuring {

/// Sentences, each on one thing: failed calls, what ran instead, modes, waits for cores, ranks
/// that are not bound, drift.
std::vector<std::string> notes_on(const MeasureReport& report);

}  // namespace treering::app::measuring
