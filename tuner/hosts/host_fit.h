// Parameters of the model of hosts from measured calls: the most probable values under the prior,
// in the space of logarithms, robust against calls that no parameters explain.
//
// Minimises  sum of 2 (sqrt(1 + d_i^2) - 1)  with  d_i = (ln measured_i - ln predicted_i) / noise
//          + sum of (ln value_j - ln prior_j)^2 / spread_j^2
// by Levenberg and Marquardt's steps over numeric slopes, as tuner/calibration does for GPUs, whose
// model has slopes of its own. A parameter of spread 0 is known and stays. Where the calls remove
// nearly nothing of its prior variance it keeps its prior.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/hosts/measured_calls.h"

namespace treering::tuner::hosts {

/// What became of a parameter.
struct FittedParameter {
  std::string name;
  core::Parameter before;
  core::Parameter after;
  double variance_removed = 0;  // the share of the prior's variance that the calls removed
  bool is_identified = false;   // else it keeps its prior
};

struct HostFit {
  core::Profile profile;  // the prior with new values, spreads and sources
  std::vector<FittedParameter> parameters;
  std::vector<double> log_residuals;  // ln(measured / predicted), by call
};

/// Each library and transport by itself. `prior` has all parameters (sim/hosts/host_profile.h).
HostFit fit_hosts(std::span<const MeasuredCall> calls, const core::Profile& prior);

/// Marks of the calls for Profile::fitted_rows.
std::uint32_t mark_of(const MeasuredCall& call);

}  // namespace treering::tuner::hosts
