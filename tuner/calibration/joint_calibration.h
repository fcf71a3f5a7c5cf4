// All parameters from measurements of many systems: what the shipped profile is made by.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/validation.h"

namespace treering::tuner::calibration {

struct JointCalibration {
  core::Profile profile;  // whole, without the systems' own scales
  std::map<std::string, std::map<std::string, double>> scales;  // by system
  std::map<std::string, Evidence> evidence;                     // by parameter
  std::vector<std::string> unidentified;
  std::vector<const Observation*> far;  // what neither parameters nor scales explain
  std::vector<Compared> before;         // all rows by the prior
  std::vector<Compared> after;          // by the profile; no system's own scales in it
};

/// \pre the observations outlive the result
JointCalibration calibrate_jointly(const core::Profile& prior,
                                   const std::vector<Observation>& observations);

}  // namespace treering::tuner::calibration
