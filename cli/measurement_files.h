// Measurements from the files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"
#include "core/result.h"
#include "tuner/import/import.h"

namespace treering::cli {

/// --id, --collective and --nodes, for what the files leave open.
core::Result<tuner::ImportHints> read_hints(const Arguments& arguments);

/// All of them, one after another; "-" is standard input. Fails with the first that cannot be read.
core::Result<tuner::MeasurementSet> read_measurements(const std::vector<std::string>& files,
                                                      const tuner::ImportHints& hints);

}  // namespace treering::cli
