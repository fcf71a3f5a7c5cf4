// A simulated call, for people.
#pragma once

#include <string>

#include "app/simulate.h"
#include "report/prediction/text_options.h"

namespace treering::report::simulation {

struct SimulateTextOptions {
  prediction::TextOptions text;
  bool shows_parameters = false;
};

std::string simulate_text(const app::SimulateReport& report, const SimulateTextOptions& options);

}  // namespace treering::report::simulation
