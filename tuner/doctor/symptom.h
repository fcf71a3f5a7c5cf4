// A fault that a check finds, and its cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/host_state/host_state.h"
#include "core/profile/profile.h"
#include "core/units.h"
#include "tuner/doctor/condition.h"

namespace treering::tuner::doctor {

// The cost of a fault by the cost model: the same calls with and without it, each by NCCL's own
// choice.

/// The machine as it is, and with the fault fixed.
struct Comparison {
  Condition as_is;
  Condition mended;
};

struct Loss {
  core::Collective collective = core::Collective::AllReduce;
  std::uint64_t bytes = 0;
  int nodes = 1;
  core::Duration as_is;  // infinite: NCCL fails the call
  core::Duration mended;

  /// How many times as long the call takes; 1: no loss; infinite: NCCL fails the call as it is.
  double factor() const { return as_is / mended; }
  bool operator==(const Loss&) const = default;
};

/// Times the calls; caches the last machines, because comparisons share sides.
class LossMeter {
 public:
  /// \pre the profile is whole
  LossMeter(core::Profile profile, std::string network)
      : profile_(std::move(profile)), network_(std::move(network)) {}

  /// all_reduce, all_gather and alltoall of 64 KiB and 1 GiB, the heaviest loss first. Empty where
  /// either side cannot run.
  std::vector<Loss> losses(const Comparison& comparison);

 private:
  struct Timed {
    Condition condition;
    std::vector<std::optional<core::Duration>> times;  // of the calls
  };
  const Timed& timed(const Condition& condition);

  core::Profile profile_;
  std::string network_;
  std::vector<Timed> known_;
};

// A fault of a machine that a check finds, before its cost is known.

/// A machine, its job, and its state.
struct Patient {
  Condition condition;
  core::HostState host;
  // Ports that do not leave the machine: without_inner_ports() takes them out of the topology.
  std::vector<std::string> inner_ports{};
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
  bool is_only_its_cost = false;  // it is no finding if it costs nothing
  // Taken where `cost` is no loss: of what may act only between nodes, the job on several.
  std::optional<Comparison> cost_across_nodes{};
};

/// The result of one check.
struct Examination {
  // Why the check could not look, in words behind "not looked at: "; empty where it did.
  std::string unknown;
  std::vector<Symptom> symptoms;
};

}  // namespace treering::tuner::doctor
