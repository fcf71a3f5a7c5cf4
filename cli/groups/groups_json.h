// JSON and CSV of groups of ranks, simulated and predicted; docs/json.md describes the fields.
#pragma once

#include <string>

#include "app/groups/predict_groups.h"
#include "app/groups/simulate_groups.h"

namespace treering::cli {

std::string groups_json(const app::SimulateGroupsReport& report);
/// A line for each kind of group.
std::string groups_csv(const app::SimulateGroupsReport& report);

std::string predict_groups_json(const app::PredictGroupsReport& report);
std::string predict_groups_csv(const app::PredictGroupsReport& report);

}  // namespace treering::cli
