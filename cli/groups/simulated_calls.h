// The options and JSON that simulated calls share, alone and of groups of ranks.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "app/groups/predict_groups.h"
#include "app/groups/simulate_groups.h"
#include "app/setup/setup.h"
#include "app/simulation/run.h"
#include "cli/options/options.h"
#include "core/result.h"

namespace treering::cli {

// The options that all simulated calls share.

core::Result<void> read_call(const Arguments& arguments, app::simulation::CallRequest& request);

// The parts of JSON that all simulated runs share.

/// From "schema" to "environment".
nlohmann::ordered_json job_json(std::string_view schema, const app::setup::Setup& job, int ranks);

/// From "transfers" to "why_no_critical_path".
void add_run(const app::simulation::RunFigures& run, nlohmann::ordered_json& json);

/// An entry for each factor.
nlohmann::ordered_json parameters_json(const app::simulation::Factors& factors);

nlohmann::ordered_json link_json(const app::simulation::BusyLink& link);

// JSON and CSV of groups of ranks, simulated and predicted; docs/json.md describes the fields.

std::string groups_json(const app::SimulateGroupsReport& report);
/// A line for each kind of group.
std::string groups_csv(const app::SimulateGroupsReport& report);

std::string predict_groups_json(const app::PredictGroupsReport& report);
std::string predict_groups_csv(const app::PredictGroupsReport& report);

}  // namespace treering::cli
