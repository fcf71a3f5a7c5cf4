// The parts of JSON that all simulated runs share.
#pragma once

#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "app/setup/setup.h"
#include "app/simulation/busy_links.h"
#include "app/simulation/run_figures.h"

namespace treering::cli {

/// From "schema" to "environment".
nlohmann::ordered_json job_json(std::string_view schema, const app::setup::Setup& job, int ranks);

/// From "transfers" to "why_no_critical_path".
void add_run(const app::simulation::RunFigures& run, nlohmann::ordered_json& json);

/// An entry for each factor.
nlohmann::ordered_json parameters_json(const app::simulation::Factors& factors);

nlohmann::ordered_json link_json(const app::simulation::BusyLink& link);

}  // namespace treering::cli
