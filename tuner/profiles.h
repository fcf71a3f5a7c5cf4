// The built-in profiles: profiles/*.json.
#pragma once

#include <span>

#include "core/embedded_file.h"
#include "core/profile/profile.h"

namespace treering::tuner {

/// Names and JSON texts.
std::span<const core::EmbeddedFile> profile_files();

/// The profile for predictions: priors, overridden by values fitted to published measurements.
const core::Profile& shipped_profile();

/// The parameters before any measurement, where fits start.
const core::Profile& prior_profile();

/// The difference of `whole` from `base`: parameters that differ, and corrections and marks of
/// fitted rows that `base` lacks.
core::Profile what_changed(const core::Profile& base, const core::Profile& whole);

}  // namespace treering::tuner
