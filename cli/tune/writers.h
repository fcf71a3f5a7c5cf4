// A tuning as JSON and CSV.
#pragma once

#include <string>

#include "app/tuning/tune.h"

namespace treering::cli {

/// treering.tune/1.
std::string tune_json(const app::tuning::TuneReport& report);

/// A line for each choice.
std::string tune_csv(const app::tuning::TuneReport& report);

}  // namespace treering::cli
