// The parameters of a machine: read from a profile and checked, chosen by its kind, and the time of
// terms under them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/profile.h"
#include "core/result.h"
#include "sim/cost/terms/quantity.h"
#include "sim/cost/terms/term.h"

namespace treering::sim::cost {

// The time of terms under given parameters.

/// Values by quantity; those that no term uses may be anything above zero.
struct Values {
  std::array<double, terms::kQuantityCount> list{};

  double operator[](terms::Quantity quantity) const {
    return list[static_cast<std::size_t>(quantity)];
  }
  double& operator[](terms::Quantity quantity) { return list[static_cast<std::size_t>(quantity)]; }
};

struct Price {
  double time_us = 0;
  double latency_us = 0;         // of it, what the size does not change
  std::vector<double> share_us;  // of it, by term; they add up to the time
};

Price price(const terms::Terms& terms, const Values& values);

/// The time of a call's transfers.
struct Transfers {
  std::vector<double> own_us;  // each alone, by term; 0 for terms of other parts
  double together_us = 0;
};

Transfers transfers(const terms::Terms& terms, const Values& values);

/// d ln(time) / d ln(quantity), by quantity.
std::array<double, terms::kQuantityCount> sensitivity(const terms::Terms& terms,
                                                      const Price& price);

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
