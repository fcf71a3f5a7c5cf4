// One system's measurements against a profile: what changes, what it is good for.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/profile.h"
#include "tuner/calibration/validation.h"

namespace treering::tuner {

enum class Use { All, Ends };  // the smallest and largest row of each series; the rest is a test

struct SystemCalibration {
  core::Profile profile;                     // whole
  std::vector<const Observation*> used;      // without those rejected
  std::vector<const Observation*> rejected;  // far from all their neighbours
  std::vector<std::string> fitted;           // names of the scales that were looked for
  std::vector<std::string> unidentified;     // of them, those that the rows say nothing about
  /// Of the rows not used, by the profile. Where all were used: of each, by profiles made without
  /// it, a fifth of the rows at a time; below five rows, by the profile itself.
  std::vector<Compared> after;
  std::vector<Compared> before;  // of the same rows, by the profile given
};

/// \pre the observations are of one system and outlive the result
SystemCalibration calibrate_system(const core::Profile& base,
                                   const std::vector<Observation>& observations, Use use);

}  // namespace treering::tuner
