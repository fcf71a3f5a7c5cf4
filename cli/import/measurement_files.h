// Measurements from the files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "cli/options/arguments.h"
#include "core/result.h"
#include "tuner/importers/import.h"

namespace treering::cli {

/// --id, --collective and --nodes, for what the files leave open.
core::Result<tuner::importers::ImportHints> read_hints(const Arguments& arguments);

/// All of them, one after another; "-" is standard input. Fails with the first that cannot be read.
core::Result<tuner::MeasurementSet> read_measurements(const std::vector<std::string>& files,
                                                      const tuner::importers::ImportHints& hints);

}  // namespace treering::cli
