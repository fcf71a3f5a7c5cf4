// What a profile was fitted to, so that nobody takes the errors of those rows for predictions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>

#include "core/profile/profile.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

/// A hash of a row's call, job and time (six digits), whatever file and id it stands under. Of 4e9
/// values: two rows in a million share one by chance with one of a profile of 9,000.
std::uint32_t mark_of(const Observation& row);

std::set<std::uint32_t> marks_of(std::span<const Observation* const> rows);

/// How many of the rows the profile was fitted to, as far as it says: Profile::fitted_rows.
std::size_t count_fitted(const core::Profile& profile, std::span<const Observation* const> rows);

/// How many are of a call, a job and just the size that the profile has a correction for.
std::size_t count_corrected(const core::Profile& profile, std::span<const Observation* const> rows);

}  // namespace treering::tuner::calibration
