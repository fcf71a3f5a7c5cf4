// Compares predictions with measurements.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/measurements/runs.h"
#include "core/result.h"
#include "tuner/calibration/calibration.h"

namespace treering::app {

enum class CrossValidation { Off, On };

struct ValidateRequest {
  measurements::RunsRequest runs;
  CrossValidation cross = CrossValidation::Off;  // On: only for many machines
};

struct ModelPicks {
  tuner::calibration::Picks cost;
  tuner::calibration::Picks nccl;
};

struct ValidateReport {
  std::shared_ptr<const measurements::Runs> runs;      // rows point to its observations
  std::string profile;                                 // its name
  std::size_t fitted_rows = 0;                         // among `rows`, those that it was fitted to
  std::vector<tuner::calibration::Compared> rows;      // in the order of the measurements
  std::vector<tuner::calibration::Compared> main;      // among them, those that count
  std::vector<tuner::calibration::Compared> apart;     // of tuner::kStrataApart
  std::vector<tuner::calibration::Scored> replicates;  // those that count, by their replicates
  ModelPicks picks;                                    // of those that count
  std::optional<tuner::calibration::CrossValidation> cross;
  tuner::calibration::Picks cross_picks;  // the cost model's, on clusters unknown to it
  std::vector<std::string> notes;
};

/// Fails where no row can be compared with a prediction.
core::Result<ValidateReport> answer(const ValidateRequest& request);

}  // namespace treering::app
