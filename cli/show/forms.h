// A machine for programs, and a fabric in every form.
#pragma once

#include <string>

#include "app/show.h"
#include "cli/command.h"
#include "cli/options/options.h"

namespace treering::cli {

// A machine for programs; docs/json.md describes the fields and columns.

std::string show_json(const app::MachineReport& report);

/// The path matrix; with a plan, tables of its graphs, tuning, rings and trees below it.
std::string show_csv(const app::MachineReport& report);

// A fabric in the form of --format.

/// With the notes of the text. \pre the form is not CSV
Answer fabric_answer(const app::FabricReport& report, const Arguments& arguments, Format format,
                     const Display& display);

// Facts of a host without a machine.

/// \pre the form is not CSV
Answer host_facts_answer(const app::HostFactsReport& report, bool is_quiet, Format format,
                         const Display& display);

// The channels of a log without a machine.

/// \pre the form is not CSV
Answer plan_lines_answer(const app::PlanLinesReport& report, bool is_quiet, Format format,
                         const Display& display);

}  // namespace treering::cli
