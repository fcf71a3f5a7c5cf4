// treering measure --compare BEFORE AFTER.
#pragma once

#include "cli/command.h"

namespace treering::cli {

/// Ends with ExitCode::CheckFailed where something became slower, for more than one launch a side.
core::Result<Answer> compare_answer(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
