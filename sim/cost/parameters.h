// A profile's parameters for one kind of machine.
#pragma once

#include <array>

#include "core/profile/profile.h"
#include "core/result.h"
#include "sim/cost/price.h"
#include "sim/cost/terms/quantity.h"

namespace treering::sim::cost {

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

}  // namespace treering::sim::cost
