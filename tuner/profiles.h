// The profiles that the program carries inside itself: profiles/*.json.
#pragma once

#include <span>

#include "core/embedded_file.h"
#include "core/profile/profile.h"

namespace treering::tuner {

/// Names and JSON texts.
std::span<const core::EmbeddedFile> profile_files();

/// What predictions go by: priors, and over them what was fitted to published measurements.
const core::Profile& shipped_profile();

/// What is taken for granted before any measurement: where fits start.
const core::Profile& prior_profile();

/// What has to be put over `base` to get `whole`: parameters that differ, and corrections and
/// marks of fitted rows that `base` lacks.
core::Profile what_changed(const core::Profile& base, const core::Profile& whole);

}  // namespace treering::tuner
