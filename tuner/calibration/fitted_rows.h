// The rows that a profile was fitted to: their errors are not errors of predictions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>

#include "core/profile/profile.h"
#include "tuner/calibration/observation.h"

namespace treering::tuner::calibration {

/// A hash of a row's call, job and time (six digits), independent of file and id. It has 4e9
/// values: two rows in a million collide by chance with a profile of 9,000 rows.
std::uint32_t mark_of(const Observation& row);

std::set<std::uint32_t> marks_of(std::span<const Observation* const> rows);

/// How many of the rows the profile was fitted to, by Profile::fitted_rows.
std::size_t count_fitted(const core::Profile& profile, std::span<const Observation* const> rows);

/// How many rows have exactly a call, job and size that the profile has a correction for.
std::size_t count_corrected(const core::Profile& profile, std::span<const Observation* const> rows);

}  // namespace treering::tuner::calibration
