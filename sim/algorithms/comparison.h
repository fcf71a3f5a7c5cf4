// The start of the file of an algorithm that NCCL does not have: treering has its schedule only,
// for comparison.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "sim/algorithms/registry.h"
#include "sim/algorithms/schedule_query.h"
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

/// Messages that wait at a receiver: textbooks have one in each phase.
inline constexpr int kSlots = 1;

/// A schedule of phases for a query.
inline std::unique_ptr<Schedule> in_phases(
    const ScheduleQuery& query, int phases,
    std::function<Exchange(const ChannelData& data, int rank, int phase)> exchange) {
  return schedule::phases_schedule(
      {query.contract, query.work, query.element_bytes, kSlots, phases, std::move(exchange)});
}

}  // namespace treering::sim::algorithms
