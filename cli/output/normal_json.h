// What measured figures can be laid beside, for several commands.
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/check.h"
#include "app/normal.h"

namespace treering::cli {

nlohmann::ordered_json published_json(const app::PublishedBeside& beside);

nlohmann::ordered_json forced_json(const tuner::check::ForcedChoice& one);

nlohmann::ordered_json loss_json(const app::Loss& loss);

/// The steps of a ceiling.
nlohmann::ordered_json steps_json(const app::Ceiling& ceiling);

}  // namespace treering::cli
