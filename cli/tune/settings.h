// The file of --settings: what a tuning confirmed, as the library reads it.
#pragma once

#include "app/tuning/tune.h"
#include "cli/command.h"
#include "cli/options/arguments.h"
#include "core/result.h"

namespace treering::cli {

/// Before anything is measured: whether such a file can come of it, and can be written.
core::Result<void> check_settings(const app::tuning::TuneRequest& request,
                                  const Arguments& arguments);

/// Beside the answer, or a note why there is none.
core::Result<void> add_settings(const app::tuning::TuneRequest& request,
                                const app::tuning::TuneReport& report, const Arguments& arguments,
                                Answer& answer);

}  // namespace treering::cli
