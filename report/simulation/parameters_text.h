// The parameters that a simulated call uses, for people.
#pragma once

#include <cstddef>
#include <string>

#include "app/simulation/run_figures.h"
#include "report/prediction/text_options.h"

namespace treering::report::simulation {

struct SimulateTextOptions {
  prediction::TextOptions text;
  bool shows_parameters = false;
};

std::string parameters_table(const app::simulation::Factors& factors, std::size_t width);

}  // namespace treering::report::simulation
