#include "tuner/measure/over_time/start_order.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace treering::tuner::measure::over_time {

std::vector<std::size_t> places_by_start(const std::vector<Record>& records) {
  // Texts of ISO 8601 in UTC, to the millisecond, are in the order of their times.
  std::vector<std::string_view> starts;
  starts.reserve(records.size());
  for (const Record& record : records) {
    const bool is_known = !record.start.empty() || starts.empty();
    starts.push_back(is_known ? std::string_view(record.start) : starts.back());
  }
  std::vector<std::size_t> places(records.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, {}, [&](std::size_t place) { return starts[place]; });
  return places;
}

}  // namespace treering::tuner::measure::over_time
