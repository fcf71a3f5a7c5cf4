// What every simulated run says, for people: messages, busiest links, critical path.
#pragma once

#include <cstddef>
#include <string>

#include "app/simulation/run_figures.h"
#include "core/units.h"
#include "report/fitted_table.h"

namespace treering::report::simulation {

/// How it is printed.
struct Page {
  std::size_t width = 100;
  bool is_quiet = false;  // tables only, without sentences
};

std::string run_text(const app::simulation::RunFigures& run, const Page& page);

std::string table_text(FittedTable table, const Page& page);

/// Four digits are what a model knows.
std::string figure(double value);

/// "142.3 us".
std::string us(core::Duration time);

}  // namespace treering::report::simulation
