// Which algorithm to use for a call while something is down or slow: each that NCCL offers on the
// machines as they are then, simulated event by event with the faults and without.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/simulate.h"
#include "app/work/work.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/way.h"

namespace treering::app::advice {

struct WithFaultsRequest {
  SimulateRequest run;  // with faults; its way is not used, and nothing is recorded
  work::Work work;
};

/// An algorithm with the protocol that NCCL takes for it with the faults.
struct FaultyChoice {
  sim::Way way;                           // with the faults
  core::Duration with;                    // the faults
  std::optional<core::Duration> without;  // nothing where NCCL offers it with the faults alone
  int channels_without = 0;               // where it is offered without them
  bool operator==(const FaultyChoice&) const = default;
};

struct WithFaultsReport {
  core::Call call;                    // its size rounded as nccl-tests does
  std::vector<FaultyChoice> choices;  // the first is NCCL's own with the faults; then the fastest
  bool is_changed = false;            // without the faults NCCL's own choice is another
};

/// Fails as a simulation of NCCL's own choice with the faults does.
core::Result<WithFaultsReport> answer(const WithFaultsRequest& request);

/// The fastest with the faults, where it gains enough over NCCL's own choice to set it; else null.
const FaultyChoice* worth_setting(const WithFaultsReport& report);

/// Whether it is worth setting because of the faults: without them it would not gain enough, or
/// NCCL's own choice is another.
/// \pre worth_setting(report)
bool is_due_to_faults(const WithFaultsReport& report);

}  // namespace treering::app::advice
