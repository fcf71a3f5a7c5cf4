// Measurements for programs; docs/json.md describes the fields.
#pragma once

#include <string>

#include "app/import.h"

namespace treering::cli {

std::string import_json(const app::ImportReport& report);

}  // namespace treering::cli
