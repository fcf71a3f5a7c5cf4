// JSON and CSV of `treering explain`.
#pragma once

#include <string>

#include "app/explain.h"

namespace treering::cli {

// JSON and CSV of `treering explain`; docs/json.md describes the fields.

std::string explain_json(const app::ExplainReport& report);
std::string explain_csv(const app::ExplainReport& report);

}  // namespace treering::cli
