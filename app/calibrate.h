// Measurements to a profile of the cost model.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/measurements/runs.h"
#include "core/profile/profile.h"
#include "core/result.h"
#include "tuner/calibration/calibration.h"

namespace treering::app {

struct CalibrateRequest {
  measurements::RunsRequest runs;  // with many machines, the fit starts from the priors
  // For one machine. Ends: the smallest and largest row of each series; the others test the fit.
  tuner::calibration::Use use = tuner::calibration::Use::All;
};

struct CalibrateReport {
  core::Profile profile;  // what differs from the built-in one, or from the priors
  core::Profile before;   // the start of the fit
  std::shared_ptr<const measurements::GatheredRuns> runs;  // `found` points to its observations
  std::variant<tuner::calibration::SystemCalibration, tuner::calibration::JointCalibration> found;
  std::vector<std::string> notes;
};

/// Fails where no row can be compared with a prediction, or all rows are of other GPUs.
core::Result<CalibrateReport> answer(const CalibrateRequest& request);

}  // namespace treering::app
