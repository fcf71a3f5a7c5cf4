// Measurements from files.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "hw/io/files.h"
#include "tuner/importers/import.h"

namespace treering::app::measurements {

/// All of them in order, read from `source`. Fails at the first that cannot be read.
core::Result<tuner::MeasurementSet> read_measurements(const std::vector<std::string>& files,
                                                      const tuner::importers::ImportHints& hints,
                                                      const hw::io::Files& source);

/// Likewise of NCCL alone: fails where a row ran on CPUs.
core::Result<tuner::MeasurementSet> read_gpu_measurements(
    const std::vector<std::string>& files, const tuner::importers::ImportHints& hints,
    const hw::io::Files& source);

}  // namespace treering::app::measurements
