// A fault of a machine that a check finds, before its cost is known.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_state/host_state.h"
#include "tuner/doctor/commands.h"
#include "tuner/doctor/condition.h"
#include "tuner/doctor/loss.h"
#include "tuner/doctor/plans.h"

namespace treering::tuner::doctor {

/// A machine, its job, and its state.
struct Patient {
  Condition condition;
  core::HostState host;
  // Ports that do not leave the machine: without_inner_ports() takes them out of the topology.
  std::vector<std::string> inner_ports{};
  // Those that its checks have asked for; never null.
  std::shared_ptr<Plans> plans = std::make_shared<Plans>();
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
  // Nothing where the fault changes nothing in the cost model.
  std::optional<Comparison> cost;
  Commands commands{};            // of the fix, as far as there are any
  bool is_only_its_cost = false;  // it is no finding if it costs nothing
  bool is_fault_by_cost = false;  // and a hint, as the machine may only look so
  // Taken where `cost` is no loss: of what may act only between nodes, the job on several.
  std::optional<Comparison> cost_across_nodes{};
  std::string host{};  // where the commands are to be run, if a source names it
};

/// The result of one check.
struct Examination {
  // Why the check could not look, in words behind "not looked at: "; empty where it did.
  std::string unknown;
  std::vector<Symptom> symptoms;
};

}  // namespace treering::tuner::doctor
