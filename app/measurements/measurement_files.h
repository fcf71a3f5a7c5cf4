// Measurements from files.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/importers/import.h"

namespace treering::app::measurements {

/// All of them in order; "-" is standard input. Fails at the first that cannot be read.
core::Result<tuner::MeasurementSet> read_measurements(const std::vector<std::string>& files,
                                                      const tuner::importers::ImportHints& hints);

}  // namespace treering::app::measurements
