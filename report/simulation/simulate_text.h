// A simulated call, for people.
#pragma once

#include <string>

#include "app/simulate.h"
#include "report/simulation/parameters_text.h"

namespace treering::report::simulation {

std::string simulate_text(const app::SimulateReport& report, const SimulateTextOptions& options);

/// What ranks did and how busy links were, as a picture. \pre the report has a timeline
std::string simulate_svg(const app::SimulateReport& report);

}  // namespace treering::report::simulation
