// Measurements as files have them.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/importers/import.h"

namespace treering::app {

struct ImportRequest {
  std::vector<std::string> files;       // "-" is standard input
  tuner::importers::ImportHints hints;  // for what the files leave open
};

struct ImportReport {
  std::vector<std::string> files;
  tuner::MeasurementSet set;
  std::vector<std::string> nearest_versions;  // of NCCL, and which known one stands for each
};

/// Fails with the first file that cannot be read.
core::Result<ImportReport> answer(const ImportRequest& request);

/// In the CSV that questions about measurements read.
std::string measurement_csv(const ImportReport& report);

/// What was rejected and what is in doubt, of each no more than a screenful.
std::vector<std::string> notes_on(const ImportReport& report);

}  // namespace treering::app
