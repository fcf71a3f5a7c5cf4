// Makes profiles from measurements: of one system, with a trial of the result, or of many systems,
// which fits all parameters and makes the shipped profile.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/validation.h"

namespace treering::tuner::calibration {

enum class Use {
  All,
  Ends
};  // Ends: the smallest and largest row of each series; the rest is a test

/// The rows that the profile is tested on.
enum class Trial {
  Rest,     // the rows that were not used
  LeftOut,  // all were used: each fifth of the rows by a profile made without it
  Seen,     // the only row, by the profile made from it
};

struct SystemCalibration {
  core::Profile profile;                     // whole
  std::vector<const Observation*> used;      // without those rejected
  std::vector<const Observation*> rejected;  // far from all their neighbours
  std::map<std::string, Evidence> fitted;    // parameters that were fitted, by name
  std::vector<std::string>
      unidentified;  // of these, those that the rows do not determine: unchanged
  Trial trial = Trial::Rest;
  std::vector<Compared> after;
  std::vector<Compared> before;  // the same rows by the given profile
};

/// \pre the observations are of one system and outlive the result
SystemCalibration calibrate_system(const core::Profile& base,
                                   const std::vector<Observation>& observations, Use use);

struct JointCalibration {
  core::Profile profile;  // whole, without the systems' own scales
  std::map<std::string, std::map<std::string, double>> scales;  // by system
  std::map<std::string, Evidence> evidence;                     // by parameter
  std::vector<std::string> unidentified;
  std::vector<const Observation*> far;  // rows that neither parameters nor scales explain
  std::vector<Compared> before;         // all rows by the prior
  std::vector<Compared> after;          // by the profile; no system's own scales in it
};

/// \pre the observations outlive the result
JointCalibration calibrate_jointly(const core::Profile& prior,
                                   const std::vector<Observation>& observations);

}  // namespace treering::tuner::calibration
