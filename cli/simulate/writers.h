// JSON and CSV of `treering simulate`; docs/json.md describes the fields.
#pragma once

#include <string>

#include "app/simulate.h"

namespace treering::cli {

std::string simulate_json(const app::SimulateReport& report);
/// A line for each kind of link.
std::string simulate_csv(const app::SimulateReport& report);

}  // namespace treering::cli
