// check --floors: rows judged by a sheet of floors, in place of the model.
#pragma once

#include "cli/command.h"
#include "cli/options/options.h"
#include "core/result.h"

namespace treering::cli {

/// \pre --floors is given
core::Result<Answer> check_floors(const Arguments& arguments, const Display& display);

/// Fails where an option that only floors have is given without them.
core::Result<void> expect_floors(const Arguments& arguments);

}  // namespace treering::cli
