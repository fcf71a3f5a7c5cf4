// A run that is checked: which calls on which machine, under which parameters. The same calls under
// another machine or other parameters are another one.
#pragma once

#include <memory>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/observation.h"
#include "tuner/measurement.h"

namespace treering::tuner::check {

struct CheckedRun {
  std::shared_ptr<const calibration::Bench> bench;
  core::Profile profile;  // whole: it lies over the shipped one
  std::vector<Measurement> rows;
};

}  // namespace treering::tuner::check
