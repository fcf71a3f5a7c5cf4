// A profile for one system: the shipped one, after a look at some of its measurements.
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
  /// The given one with the system's scales (submission, hops inside and between nodes, transfer,
  /// fill), with the launch of its kernels and, from three sizes of a collective and forced
  /// algorithm on, with corrections between them. The scatter becomes what neighbouring sizes leave
  /// unexplained.
  core::Profile profile;
  std::vector<std::size_t> rejected;  // rows far from all their neighbours; they changed nothing
  std::map<std::string, Evidence> fitted;  // what was looked for, by name
  std::vector<std::string> unidentified;   // of it, what the rows say nothing about: as it was
};

/// `rows` are of one system.
Anchored anchor(const core::Profile& profile, std::span<const Observation* const> rows);

}  // namespace treering::tuner::calibration
