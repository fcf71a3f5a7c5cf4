// The findings of a check, for programs; docs/json.md describes the fields.
#pragma once

#include <string>

#include "app/check.h"

namespace treering::cli {

std::string check_json(const app::CheckReport& report);
std::string check_csv(const app::CheckReport& report);

}  // namespace treering::cli
