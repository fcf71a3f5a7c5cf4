// The JSON and CSV of a job, for several commands.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/setup/guesses.h"
#include "app/setup/setup.h"
#include "core/topology/cluster.h"

namespace treering::cli {

/// The fields of our cluster JSON; null when unknown.
nlohmann::ordered_json fabric_json(const core::Fabric& fabric);

/// An object of names and values.
nlohmann::ordered_json environment_json(const app::setup::Variables& variables);

/// The names of what is only assumed of the machine: ["nvlinks", "gpus"].
nlohmann::ordered_json guesses_json(const std::vector<app::setup::Guess>& guesses);
nlohmann::ordered_json guesses_json(const app::setup::Setup& setup);

/// The same for a field of CSV: "nvlinks gpus".
std::string guesses_text(const app::setup::Setup& setup);

}  // namespace treering::cli
