#include "tuner/measure/over_time/sentinel_drift.h"

#include <algorithm>

#include "tuner/measure/over_time/start_order.h"
#include "tuner/measure/same_calls.h"
#include "tuner/stats/multiplicity.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::measure::over_time {
namespace {

/// The medians of the sentinel by turn, in one start.
struct Turns {
  SameCalls key;
  std::string start_key;
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
  const std::vector<SameCalls> keys = same_calls(records);
  for (const std::size_t i : places_by_start(records)) {
    const Record& record = records[i];
    if (!record.trial.is_sentinel || !record.error.empty() || !record.median_us) continue;
    const SameCalls& key = keys[i];
    const std::string start = start_key(record);
    auto place = std::ranges::find_if(
        starts, [&](const Turns& one) { return one.start_key == start && one.key == key; });
    if (place == starts.end()) place = starts.insert(place, {key, start, record.start, {}, {}});
    add_turn(record.trial.turn, *record.median_us, *place);
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
  for (const Turns& one : starts) {
    auto place = std::ranges::find(all, one.key, &Turns::key);
    if (place == all.end()) place = all.insert(place, {one.key, "", "", {}, {}});
    place->turns.push_back(static_cast<double>(place->turns.size()));
    place->medians.push_back(stats::median(one.medians));
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
