// The same call elsewhere: on more nodes, under other versions of NCCL, and with faults.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/predict.h"
#include "app/simulate.h"
#include "app/work/work.h"
#include "core/call.h"
#include "core/result.h"
#include "core/units.h"
#include "sim/way.h"

namespace treering::app::advice {

// How a call of one size fares on more and more nodes of the kind: NCCL's own choice, the best, and
// the bound of the wires.

/// Most nodes that are asked about unless the job itself has more.
inline constexpr int kMostScaledNodes = 1024;

struct ScalingRequest {
  setup::JobRequest job;      // its number of nodes is asked about too
  setup::CallsRequest calls;  // of one collective; the sizes are not used
  setup::TimeModelRequest time_model;
  std::uint64_t bytes = 0;
  int most_nodes = kMostScaledNodes;
  work::Work work;
};

/// One candidate on so many nodes.
struct ScaledChoice {
  sim::Way way;  // unnamed: none to choose
  sim::Estimate estimate;
  core::Bandwidth busbw;
  bool operator==(const ScaledChoice&) const = default;
};

struct ScalingPoint {
  int nodes = 1;
  int ranks = 1;
  std::optional<ScaledChoice> usual;  // NCCL's own choice; nothing where it has none, or no time
  std::optional<ScaledChoice> best;   // nothing without times
  core::Bandwidth bound;              // busbw at the bound; 0 where no wire sets one
  bool operator==(const ScalingPoint&) const = default;
};

struct ScalingReport {
  std::vector<ScalingPoint> points;  // by nodes: 1, 2, 4, ... and those of the job; of two ranks or
                                     // more
  int nodes = 1;                     // of the job
  std::string end;                   // why there are no points beyond the last; else empty
};

core::Result<ScalingReport> answer(const ScalingRequest& request);

// The choices of one version of NCCL beside those of another, for the same calls of the same job.

struct VersionedChoice {
  core::Bytes asked;
  std::optional<sim::Prediction> one;  // nothing where that version has none to make, or fails
  std::optional<sim::Prediction> other;

  /// The same algorithm and protocol, on as many channels.
  bool is_same() const;
  /// Time with the other / time with the one; nothing where either has none.
  std::optional<double> factor() const;
};

/// By size, where both reports have it.
std::vector<VersionedChoice> compared_choices(const PredictReport& one, const PredictReport& other,
                                              core::Collective collective);

// Which algorithm to use for a call while something is down or slow: each that NCCL offers on the
// machines as they are then, simulated event by event with the faults and without.

struct WithFaultsRequest {
  SimulateRequest call;  // with faults; its way is not used, and nothing is recorded
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
