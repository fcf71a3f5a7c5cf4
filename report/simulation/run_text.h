// What every simulated run says, for people: messages, busiest links, critical path.
#pragma once

#include <cstddef>
#include <string>

#include "app/simulation/run_figures.h"
#include "core/units.h"

namespace treering::report::simulation {

std::string run_text(const app::simulation::RunFigures& run, std::size_t width);

/// Four digits are what a model knows.
std::string figure(double value);

/// "142.3 us".
std::string us(core::Duration time);

}  // namespace treering::report::simulation
