// The parameters that a simulated call uses, for people.
#pragma once

#include <string>

#include "app/simulation/run_figures.h"
#include "report/prediction/text_options.h"
#include "report/simulation/run_text.h"

namespace treering::report::simulation {

struct SimulateTextOptions {
  prediction::TextOptions text;
  bool shows_parameters = false;

  Page page() const { return {text.display.width, text.is_quiet}; }
};

std::string parameters_table(const app::simulation::Factors& factors, const Page& page);

}  // namespace treering::report::simulation
