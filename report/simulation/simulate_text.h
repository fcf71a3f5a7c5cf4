// Simulated calls for people: one call with its parameters, and calls of several groups of ranks.
#pragma once

#include <cstddef>
#include <string>

#include "app/groups/predict_groups.h"
#include "app/groups/simulate_groups.h"
#include "app/simulate.h"
#include "app/simulation/run.h"
#include "core/units.h"
#include "report/fitted_table.h"
#include "report/prediction/predict_heading.h"

namespace treering::report::simulation {

// What every simulated run says, for people: messages, busiest links, critical path.

/// How it is printed.
struct Page {
  std::size_t width = 100;
  bool is_quiet = false;         // tables only, without sentences
  bool shows_path = false;       // the parts of the critical path, too
  bool shows_all_links = false;  // each kind by itself; else the busiest, of equal figures together
};

std::string run_text(const app::simulation::RunFigures& run, const Page& page);

std::string table_text(FittedTable table, const Page& page);

/// Four digits are what a model knows.
std::string figure(double value);

/// "142.3 us".
std::string us(core::Duration time);

// The parameters that a simulated call uses, for people.

struct SimulateTextOptions {
  prediction::TextOptions text;
  bool shows_parameters = false;
  bool shows_path = false;
  bool shows_all_links = false;

  Page page() const { return {text.display.width, text.is_quiet, shows_path, shows_all_links}; }
};

std::string parameters_table(const app::simulation::Factors& factors, const Page& page);

// A simulated call, for people.

std::string simulate_text(const app::SimulateReport& report, const SimulateTextOptions& options);

/// What ranks did and how busy links were, as a picture. \pre the report has a timeline
std::string simulate_svg(const app::SimulateReport& report);

// Calls of several communicators at once, simulated, for people.

std::string groups_text(const app::SimulateGroupsReport& report,
                        const SimulateTextOptions& options);

/// \pre the report has a timeline
std::string groups_svg(const app::SimulateGroupsReport& report);

/// "Ring/LL128", and what else communicators of the group take.
std::string way_text(const app::groups::GroupReport& group);

/// "own ports, rail-aligned": how a group's communicators reach other nodes.
std::string ports_text(const app::groups::PortUse& ports);

// Calls of groups of ranks over many sizes, for people.

std::string predict_groups_text(const app::PredictGroupsReport& report,
                                const prediction::TextOptions& options);

}  // namespace treering::report::simulation
