// Adapts a profile to one system, from some of its measurements.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

struct Anchored {
  /// The given profile with the system's scales (submission, hops inside and between nodes,
  /// transfer, fill), the launch of its kernels and, for three or more sizes of a collective and
  /// forced algorithm, corrections between them. The scatter becomes what neighbouring sizes leave
  /// unexplained.
  core::Profile profile;
  std::vector<std::size_t> rejected;  // rows far from all their neighbours, which were not used
  std::map<std::string, Evidence> fitted;  // parameters that were fitted, by name
  std::vector<std::string>
      unidentified;  // of these, those that the rows do not determine: unchanged
};

/// `rows` are of one system.
Anchored anchor(const core::Profile& profile, std::span<const Observation* const> rows);

}  // namespace treering::tuner::calibration
