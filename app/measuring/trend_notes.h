// Notes on launches whose samples rise or fall.
#pragma once

#include <string>
#include <vector>

#include "tuner/measure/summary.h"

namespace treering::app::measuring {

/// Nothing where all stand still, as far as their samples show.
std::vector<std::string> notes_on_trends(const std::vector<tuner::measure::Summary>& rows);

}  // namespace treering::app::measuring
