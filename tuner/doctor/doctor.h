// Finds what costs a machine collective performance: findings with evidence, expected loss by the
// cost model, and fix, the worst first; and what could not be examined.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/doctor/loss.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

struct Finding {
  std::string check;  // a name of checks.def
  Symptom symptom;
  std::vector<Loss> losses;  // the greatest first; empty: none by the cost model

  /// The slowdown of the worst call as a factor; 1 where unknown.
  double factor() const { return losses.empty() ? 1 : losses.front().factor(); }
};

struct NotLookedAt {
  std::string check;
  std::string about;
  std::string why;
  bool needs_machine = false;  // which the source does not show: no run by itself has it
};

struct Diagnosis {
  std::vector<Finding> findings;  // by severity, then by loss
  std::vector<NotLookedAt> not_looked_at;
  std::size_t looked_at = 0;  // checks
};

/// Hears after each check how many are done of how many; false: the diagnosis is not wanted any
/// more, and says nothing.
using GoesOn = std::function<bool(std::size_t done, std::size_t of)>;

/// \param network what carries the traffic; empty: as the topology says
/// \pre the profile is whole
Diagnosis diagnose(const Patient& patient, const core::Profile& profile, const std::string& network,
                   const GoesOn& goes_on = {});

/// NCCL_* variables that no settings of a job have, but that the findings weigh: "NCCL_NET".
std::span<const std::string_view> weighed_variables();

/// The findings for a run on an unknown machine, or for facts of a host alone, without losses.
Diagnosis diagnose_run(const core::HostState& host);

}  // namespace treering::tuner::doctor
