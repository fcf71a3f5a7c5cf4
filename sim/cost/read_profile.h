// A profile whose parameters are those of the cost model: known names, their units, values that
// can be.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/profile/profile.h"
#include "core/result.h"

namespace treering::sim::cost {

/// What is wrong with a parameter in the eyes of kQuantities, for every kind of machine. A unit may
/// be left out, since the name has it.
std::optional<core::ParameterProblem> problem_of(std::string_view name,
                                                 const core::Parameter& parameter);

/// core::profile_from_json() with that check.
core::Result<core::Profile> read_profile(std::string_view text, const std::string& where);

}  // namespace treering::sim::cost
