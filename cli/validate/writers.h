// Predictions compared with measurements, for programs; docs/json.md describes the fields.
#pragma once

#include <string>

#include "app/validate.h"

namespace treering::cli {

std::string validate_json(const app::ValidateReport& report);
std::string validate_csv(const app::ValidateReport& report);

}  // namespace treering::cli
