#include "tuner/measure/over_time/order_and_drift.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "tuner/measure/summary.h"
#include "tuner/stats/multiplicity.h"
#include "tuner/stats/quantiles.h"

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

namespace {

/// The medians of the sentinel by turn, in one start.
struct Turns {
  SameCalls key;
  std::string start;
  std::vector<double> turns;
  std::vector<double> medians;
};

/// In its place by its number; a turn that is there already stays as it is.
void add_turn(double turn, double median, Turns& series) {
  const auto place = std::ranges::lower_bound(series.turns, turn);
  if (place != series.turns.end() && *place == turn) return;
  series.medians.insert(series.medians.begin() + (place - series.turns.begin()), median);
  series.turns.insert(place, turn);
}

/// In the order in which the starts were.
std::vector<Turns> sentinel_turns(const std::vector<Record>& records) {
  std::vector<Turns> starts;
  std::map<std::pair<std::string, SameCalls>, std::size_t> places;
  const std::vector<SameCalls> keys = same_calls(records);
  for (const std::size_t i : places_by_start(records)) {
    const Record& record = records[i];
    if (!record.trial.is_sentinel || !record.error.empty() || !record.median_us) continue;
    const SameCalls& key = keys[i];
    const auto [place, is_new] = places.try_emplace({start_key(record), key}, starts.size());
    if (is_new) starts.push_back({key, record.start, {}, {}});
    add_turn(record.trial.turn, *record.median_us, starts[place->second]);
  }
  return starts;
}

SentinelDrift drift_in(const Turns& series) {
  const auto [least, most] = std::ranges::minmax(series.medians);
  return {series.key.configuration,
          series.start,
          series.turns.size(),
          least,
          most,
          series.turns.back() - series.turns.front(),
          stats::drift_of(series.turns, series.medians),
          1};
}

/// A series for each sentinel, in the order of the starts.
std::vector<Turns> from_start_to_start(const std::vector<Turns>& starts) {
  std::vector<Turns> all;
  std::map<SameCalls, std::size_t> places;
  for (const Turns& one : starts) {
    const auto [place, is_new] = places.try_emplace(one.key, all.size());
    if (is_new) all.push_back({one.key, "", {}, {}});
    Turns& series = all[place->second];
    series.turns.push_back(static_cast<double>(series.turns.size()));
    series.medians.push_back(stats::median(one.medians));
  }
  return all;
}

}  // namespace

std::vector<SentinelDrift> sentinel_drifts(const std::vector<Record>& records) {
  constexpr std::size_t kLeast = 2;
  std::vector<Turns> starts = sentinel_turns(records);
  const std::vector<Turns> over_starts = from_start_to_start(starts);
  starts.insert(starts.end(), over_starts.begin(), over_starts.end());
  std::vector<SentinelDrift> drifts;
  std::vector<double> p_values;
  for (const Turns& series : starts) {
    if (series.turns.size() < kLeast) continue;
    drifts.push_back(drift_in(series));
    p_values.push_back(drifts.back().drift.p);
  }
  const std::vector<double> adjusted = stats::holm_adjusted(p_values);
  for (std::size_t i = 0; i < drifts.size(); ++i) drifts[i].adjusted_p = adjusted[i];
  return drifts;
}

}  // namespace treering::tuner::measure::over_time
