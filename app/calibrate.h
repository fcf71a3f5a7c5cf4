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
  measurements::RunsRequest runs;  // of many machines, the fit starts from the priors
  // Of one machine. Ends: the smallest and largest row of each series; the rest is a test.
  tuner::calibration::Use use = tuner::calibration::Use::All;
};

struct CalibrateReport {
  core::Profile profile;  // what differs from the one that is built in, or from the priors
  core::Profile before;   // what the fit started from
  std::shared_ptr<const measurements::Runs> runs;  // `found` points to its observations
  std::variant<tuner::calibration::SystemCalibration, tuner::calibration::JointCalibration> found;
  std::vector<std::string> notes;
};

/// Fails where no row can be laid beside a prediction, or all rows are of other GPUs.
core::Result<CalibrateReport> answer(const CalibrateRequest& request);

}  // namespace treering::app
