// The start of the file of an algorithm that NCCL does not have: treering has its schedule only,
// for comparison.
#pragma once

#include <functional>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/algorithms/registry.h"
#include "sim/schedule/phases.h"

namespace treering::sim::algorithms {

using schedule::ChannelData;
using schedule::Contract;
using schedule::Exchange;
using schedule::Goal;
using schedule::Range;
using schedule::Schedule;

inline Faces faces_for_comparison(std::string_view name, ScheduleFace schedule) {
  return {name, nullptr, nullptr, schedule};
}

/// The same with a schedule by in_phases(), whose messages are not cut.
inline Faces faces_for_whole_messages(std::string_view name, ScheduleFace schedule) {
  schedule.has_chunks = false;
  return faces_for_comparison(name, schedule);
}

/// Messages that wait at a receiver: textbooks have one in each phase.
inline constexpr int kSlots = 1;

/// A schedule of phases for a query. `phases_of` as in PhasesInput.
inline std::unique_ptr<Schedule> in_phases(
    const ScheduleQuery& query, int phases,
    std::function<Exchange(const ChannelData& data, int rank, int phase)> exchange,
    std::function<std::vector<int>(const Contract& contract, int rank)> phases_of = {}) {
  return schedule::phases_schedule({query.contract, query.work, query.element_bytes, kSlots, phases,
                                    std::move(exchange), std::move(phases_of)});
}

/// How many ranks after `other` a rank stands, around.
inline int ranks_after(int other, int rank, int ranks) {
  return (rank - other + ranks) % ranks;
}

/// All of so many phases: of a rank that exchanges with all.
inline std::vector<int> all_phases(int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace treering::sim::algorithms
