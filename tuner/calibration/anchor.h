// A profile for one system: the shipped one, after a look at some of its measurements.
#pragma once

#include <span>

#include "core/profile.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner {

/// `profile` with the system's scales (submission, hops inside and between nodes, transfer, fill)
/// and, from three rows of a collective and forced algorithm on, with corrections between their
/// sizes. The scatter becomes what neighbouring sizes leave unexplained.
core::Profile anchored(const core::Profile& profile, std::span<const Observation* const> rows);

}  // namespace treering::tuner
