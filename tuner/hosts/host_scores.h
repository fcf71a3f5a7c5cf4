// How far the model of hosts is from calls that its fit has not seen.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "sim/hosts/estimate.h"
#include "tuner/hosts/measured_calls.h"

namespace treering::tuner::hosts {

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
