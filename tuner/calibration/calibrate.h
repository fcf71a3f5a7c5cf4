// Profiles from measurements. One system's: what changes, what it is good for. Many systems': all
// parameters, what the shipped profile is made by.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/validation.h"

namespace treering::tuner::calibration {

enum class Use { All, Ends };  // the smallest and largest row of each series; the rest is a test

/// Which rows the profile is tried on.
enum class Trial {
  Rest,     // those that were not used, by the profile
  LeftOut,  // all were used: each by a profile made without it, a fifth of the rows at a time
  Seen,     // the only one, by the profile made of it
};

struct SystemCalibration {
  core::Profile profile;                     // whole
  std::vector<const Observation*> used;      // without those rejected
  std::vector<const Observation*> rejected;  // far from all their neighbours
  std::map<std::string, Evidence> fitted;    // what was looked for, by name
  std::vector<std::string> unidentified;     // of it, what the rows say nothing about: as it was
  Trial trial = Trial::Rest;
  std::vector<Compared> after;
  std::vector<Compared> before;  // of the same rows, by the profile given
};

/// \pre the observations are of one system and outlive the result
SystemCalibration calibrate_system(const core::Profile& base,
                                   const std::vector<Observation>& observations, Use use);

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
