// What a check finds wrong with a machine, before its cost is known.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "tuner/doctor/loss.h"

namespace treering::tuner::doctor {

/// A machine, the job that is meant for it, and how the machine is set.
struct Patient {
  Condition condition;
  core::HostState host;
};

enum class Severity {
  Fault,    // broken, or far from what it should be
  Warning,  // may cost performance
  Hint,     // worth knowing
};

/// "fault", "warning" or "hint".
std::string_view name_of(Severity severity);

struct Symptom {
  Severity severity = Severity::Warning;
  std::string what;  // "GPU 3: 9 of 18 NVLinks are down"; lower-case but for names, no full stop
  std::string evidence;  // where it shows: a file and its content, a line of a log
  std::string fix;       // what to do
  // Nothing where the cost model cannot distinguish the machine with the fault from the one
  // without.
  std::optional<Comparison> cost;
  bool is_only_its_cost = false;  // nothing is wrong where it costs nothing
};

/// What one check saw.
struct Examination {
  // Why it could not look, in words that follow "not looked at: "; empty where it did.
  std::string unknown;
  std::vector<Symptom> symptoms;
};

}  // namespace treering::tuner::doctor
