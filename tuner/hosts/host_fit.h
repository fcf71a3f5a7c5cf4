// Parameters of the model of hosts from measured calls, and how far the model is from calls that
// its fit has not seen.
#pragma once

#include <cstddef>
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

// How far the model of hosts is from calls that its fit has not seen.

/// A call beside what the model says.
struct ScoredCall {
  MeasuredCall call;
  sim::hosts::HostEstimate expected;

  [[nodiscard]] double expected_us() const { return expected.estimate.time.in_us(); }
  [[nodiscard]] double relative_error() const { return expected_us() / call.measured_us - 1; }
  [[nodiscard]] bool is_covered() const {
    return expected.estimate.interval->low.in_us() <= call.measured_us &&
           call.measured_us <= expected.estimate.interval->high.in_us();
  }
};

struct HostScore {
  std::size_t calls = 0;
  double median = 0;  // of |expected / measured - 1|
  double p90 = 0;
  double covered = 0;  // share inside the 80 % interval
};

HostScore score_of(std::span<const ScoredCall> calls);

/// By this profile, whatever it has seen.
std::vector<ScoredCall> scored_by(const core::Profile& profile, std::vector<MeasuredCall> calls);

struct UnseenScores {
  std::vector<ScoredCall> calls;
  std::vector<std::string> left_out;  // those that no fit has not seen, each with the reason
};

/// Each call by a fit from `prior` to one half of the calls, in which no call sends the same
/// messages, none is of the same collective and algorithm, and of none the witness took its
/// algorithm for possible. Calls whose collective has no other algorithm are in
/// one of the halves all the same: other collectives predict them.
UnseenScores scored_unseen(const core::Profile& prior, std::vector<MeasuredCall> calls);

}  // namespace treering::tuner::hosts
