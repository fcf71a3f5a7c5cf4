// A machine for programs; docs/json.md describes the fields and columns.
#pragma once

#include <string>

#include "app/show.h"

namespace treering::cli {

std::string show_json(const app::MachineReport& report);

/// The path matrix; with a plan, tables of its graphs, tuning, rings and trees below it.
std::string show_csv(const app::MachineReport& report);

}  // namespace treering::cli
