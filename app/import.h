// Reads measurements from files.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/runs/runs.h"

namespace treering::app {

struct ImportRequest {
  std::vector<std::string> files;  // "-" is standard input
  tuner::runs::ImportHints hints;  // fill what the files leave open
};

struct ImportReport {
  std::vector<std::string> files;
  tuner::MeasurementSet set;
  std::vector<std::string> nearest_versions;  // of NCCL, and the known one that stands for each
};

/// Fails at the first file that cannot be read.
core::Result<ImportReport> answer(const ImportRequest& request);

/// As the CSV that questions about measurements read.
std::string measurement_csv(const ImportReport& report);

/// Rejected and doubtful entries, at most a screenful of each.
std::vector<std::string> notes_on(const ImportReport& report);

}  // namespace treering::app
