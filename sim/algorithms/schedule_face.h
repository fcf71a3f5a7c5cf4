// What an algorithm does, step by step: a face of its entry in the registry.
#pragma once

#include <memory>

namespace treering::sim::schedule {
class Schedule;
}  // namespace treering::sim::schedule

namespace treering::sim::algorithms {

struct ScheduleQuery;  // schedule_query.h

struct ScheduleFace {
  bool (*serves)(const ScheduleQuery& query) = nullptr;  // null: it has no schedule
  /// \pre serves(query)
  std::unique_ptr<schedule::Schedule> (*make)(const ScheduleQuery& query) = nullptr;
  bool has_chunks =
      true;  // else a channel's data are not cut: a step sends all that it has to send
};

}  // namespace treering::sim::algorithms
