// Runs from files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/collective.h"
#include "core/result.h"
#include "hw/io/files.h"
#include "tuner/runs/runs.h"

namespace treering::app::measurements {

/// Read from `source`. Fails at the first file that cannot be read.
core::Result<tuner::runs::Runs> read_runs(const std::vector<std::string>& files,
                                          const tuner::runs::ImportHints& hints,
                                          const hw::io::Files& source);

/// The rows of NCCL: fails where one ran on CPUs, or a file has none.
core::Result<tuner::MeasurementSet> gpu_rows_of(const tuner::runs::Runs& runs);

/// The rows that are asked for.
struct Wanted {
  std::optional<std::string> id;              // of this series; else of all
  std::vector<core::Collective> collectives;  // of these; empty: of all

  /// The collective of rows that name none, as in logs of nccl-tests before 2.17.
  std::optional<core::Collective> unnamed;

  bool has(const tuner::Measurement& row) const;
};

}  // namespace treering::app::measurements
