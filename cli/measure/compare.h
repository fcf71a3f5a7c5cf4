// treering measure --compare BEFORE AFTER, and its rows for others.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/measuring/compare.h"
#include "cli/command.h"

namespace treering::cli {

nlohmann::ordered_json row_json(const app::measuring::ComparedRow& row);

/// Ends with ExitCode::CheckFailed where something became slower, for more than one launch a side.
core::Result<Answer> compare_answer(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
