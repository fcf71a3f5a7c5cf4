// Parameters of the model of hosts from measured calls, and the algorithms that send the same
// messages under several names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/hosts/measured_calls.h"

namespace treering::tuner::hosts {

// Parameters of the model of hosts from measured calls: the most probable values under the prior,
// in the space of logarithms, robust against calls that no parameters explain.
//
// Minimises  sum of 2 (sqrt(1 + d_i^2) - 1)  with  d_i = (ln measured_i - ln predicted_i) / noise
//          + sum of (ln value_j - ln prior_j)^2 / spread_j^2
// by Levenberg and Marquardt's steps over numeric slopes, as tuner/calibration does for GPUs, whose
// model has slopes of its own. A parameter of spread 0 is known and stays. Where the calls remove
// nearly nothing of its prior variance it keeps its prior.

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

// Algorithms that send the same messages under several names.
//
// On two ranks a ring, halving and doubling, and much else, are one exchange; on four a binomial
// tree is a binary one. Whoever has measured one of them has measured all. So calls are grouped:
// two algorithms are in one group where a call of each sends as many messages of the same bytes
// between the same ranks, in whichever order and of whichever collective, and where the witness
// could not tell which of them ran.

/// By call the number of its group, from 0; all calls of an algorithm of a collective, at whatever
/// size and on however many ranks, are in one. Groups are numbered as their first algorithms come
/// in the order of libraries, collectives and names. Those of hosts that are joined otherwise, or
/// of another library, are never in one: nothing is learned from them.
std::vector<std::size_t> message_groups(std::span<const MeasuredCall> calls);

}  // namespace treering::tuner::hosts
