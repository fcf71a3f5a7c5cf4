// What costs a machine collective performance: findings with their evidence, the loss that the cost
// model expects, and the fix, the heaviest first; and what could not be looked at.
#pragma once

#include <string>
#include <vector>

#include "core/profile/profile.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

struct Finding {
  std::string check;  // a name of checks.def
  Symptom symptom;
  std::vector<Loss> losses;  // the heaviest first; empty: the cost model knows none

  /// By how much the worst call takes longer; 1 where nothing is known.
  double factor() const { return losses.empty() ? 1 : losses.front().factor(); }
};

struct NotLookedAt {
  std::string check;
  std::string about;
  std::string why;
};

struct Diagnosis {
  std::vector<Finding> findings;  // by severity, then by loss
  std::vector<NotLookedAt> not_looked_at;
  std::size_t looked_at = 0;  // checks

  /// Whether one of them is more than a hint.
  bool is_ill() const;
};

/// \param network what carries the traffic; empty: as the topology says
/// \pre the profile is whole
Diagnosis diagnose(const Patient& patient, const core::Profile& profile,
                   const std::string& network);

/// For a run whose machine is unknown: what can be said without it, and no losses.
Diagnosis diagnose_run(const core::HostState& host);

}  // namespace treering::tuner::doctor
