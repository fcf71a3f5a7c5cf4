// The parameters of a machine: read from a profile and checked, and chosen by its kind.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/profile.h"
#include "core/result.h"
#include "sim/cost/price.h"
#include "sim/cost/terms/quantity.h"

namespace treering::sim::cost {

// A profile's parameters for one kind of machine.

/// Sizes by which noise differs: below 1 MiB, to 64 MiB, above.
inline constexpr std::size_t kSizeClasses = 3;
std::size_t size_class_of(double bytes);
/// "scatter.below_1MiB", ...: the noise that no parameter explains, as a spread.
std::string_view scatter_name(std::size_t size_class);

struct Parameters {
  Values values;
  Values spreads;  // standard errors of ln(value)
  std::array<double, kSizeClasses> scatter{};
  std::vector<core::Correction> corrections;
};

/// Fails with BadInput when the profile lacks one.
core::Result<Parameters> parameters_of(const core::Profile& profile,
                                       const terms::MachineKind& kind);

// Reads a profile and checks that its parameters are those of the cost model: known names, their
// units, possible values.

/// Checks a parameter against kQuantities, for every kind of machine. The unit may be left out
/// because the name contains it.
std::optional<core::ParameterProblem> problem_of(std::string_view name,
                                                 const core::Parameter& parameter);

/// core::profile_from_json() with that check.
core::Result<core::Profile> read_profile(std::string_view text, const std::string& where);

}  // namespace treering::sim::cost
