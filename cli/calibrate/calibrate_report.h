// What `treering calibrate` says beside the profile that it writes.
#pragma once

#include <string>

#include "cli/validate/runs.h"
#include "tuner/calibration/calibrate.h"

namespace treering::cli {

/// `base`: the profile that was given.
std::string calibrate_text(const Runs& runs, const core::Profile& base,
                           const tuner::calibration::SystemCalibration& found);
std::string calibrate_text(const Runs& runs, const tuner::calibration::JointCalibration& found);

}  // namespace treering::cli
