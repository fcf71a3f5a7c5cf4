// What a call can be done with, and how long each way takes: the currency between models, advice
// and exporters. Ids of algorithms and protocols are names, so that ours stand beside NCCL's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/call.h"
#include "core/units.h"
#include "sim/estimates/estimate.h"
#include "sim/way.h"

namespace treering::sim {

using estimates::Estimate;
using estimates::TimeShare;

inline std::optional<core::Duration> time_of(const std::optional<Estimate>& estimate) {
  return estimate ? std::optional(estimate->time) : std::nullopt;
}

/// One algorithm and protocol that can carry a call; without names where NCCL has none to choose.
struct Alternative {
  Way way;
  core::Duration nccl_cost;          // what NCCL believes: it takes the cheapest
  std::optional<Estimate> estimate;  // the model's answer; nothing where it has none
  int max_channels = 0;              // that NCCL allows the call
  int threads = 0;                   // of each channel
  /// NCCL's search finds no channels for the algorithm on this machine, so that the GPUs stand in
  /// simple order: nothing to recommend.
  bool has_failed_search = false;

  std::optional<core::Duration> time() const { return time_of(estimate); }
  bool operator==(const Alternative&) const = default;
};

/// In NCCL's order. Empty where NCCL has no choice to make and the model no time either.
using AlternativesOf =
    std::function<std::vector<Alternative>(core::Collective collective, std::uint64_t bytes)>;

/// The same, each asked for once and kept: a simulated time takes longer than memory is worth. Not
/// for several threads.
AlternativesOf remembered(AlternativesOf alternatives);

/// The first, each with an interval that also holds that of the same way in the second: for what is
/// not known of a machine.
AlternativesOf spanning(AlternativesOf as_taken, AlternativesOf otherwise);

/// Names to keep to; an empty list allows all. What has no name is always allowed.
struct Filter {
  std::vector<std::string> algorithms;
  std::vector<std::string> protocols;

  bool allows(const Alternative& alternative) const;
  bool allows_all() const { return algorithms.empty() && protocols.empty(); }
  bool operator==(const Filter&) const = default;
};

/// NCCL's own choice among those allowed: the cheapest to it, the first of equals. Null when there
/// is none.
const Alternative* nccl_choice(const std::vector<Alternative>& alternatives,
                               const Filter& filter = {});

/// Costs so close that another version of NCCL or a small setting may turn the choice.
inline constexpr double kCoinToss = 0.05;

/// NCCL's next after its choice, among those allowed. Null where there is no other.
const Alternative* nccl_runner_up(const std::vector<Alternative>& alternatives,
                                  const Filter& filter = {});

/// Whether NCCL's search failed for all of them; false where there is none.
bool is_every_search_failed(const std::vector<Alternative>& alternatives);

/// Those to recommend from, of those allowed: without the ones whose search failed. Where it failed
/// for all, NCCL's own choice is what is left.
std::vector<const Alternative*> recommendable(const std::vector<Alternative>& alternatives,
                                              const Filter& filter = {});

/// The one of these that is cheapest to NCCL: its own choice, unless that one's search failed.
const Alternative* recommendable_choice(const std::vector<Alternative>& alternatives,
                                        const Filter& filter = {});

/// The fastest by the model among those allowed that are to be recommended; NCCL's own choice where
/// it is as fast. Null when none is allowed or the model has no answer.
const Alternative* fastest(const std::vector<Alternative>& alternatives, const Filter& filter);

}  // namespace treering::sim
