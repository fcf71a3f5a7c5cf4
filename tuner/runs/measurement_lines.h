// Results of treering measure: JSON lines of treering.measurement/1.
#pragma once

#include <string_view>
#include <vector>

#include "core/result.h"
#include "tuner/measure/summary.h"
#include "tuner/runs/runs.h"

namespace treering::tuner::runs {

/// Whether the first line of `text` is such a result.
bool are_measurement_lines(std::string_view text);

/// A row per configuration: of NCCL nccl-tests' time, as the median of its launches; else the
/// median of the medians of its launches. Failed configurations are rejected with their reasons. An
/// unfinished last line is left out.
core::Result<RunFile> read_measurement_lines(const ImportSource& source, const ImportHints& hints);

/// The same of summaries; `file` names rows and remarks.
MeasurementSet measurements_of(const std::vector<measure::Summary>& summaries,
                               const std::string& file);

}  // namespace treering::tuner::runs
