// Reads a profile and checks that its parameters are those of the cost model: known names, their
// units, possible values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/profile/profile.h"
#include "core/result.h"

namespace treering::sim::cost {

/// Checks a parameter against kQuantities, for every kind of machine. The unit may be left out
/// because the name contains it.
std::optional<core::ParameterProblem> problem_of(std::string_view name,
                                                 const core::Parameter& parameter);

/// core::profile_from_json() with that check.
core::Result<core::Profile> read_profile(std::string_view text, const std::string& where);

}  // namespace treering::sim::cost
