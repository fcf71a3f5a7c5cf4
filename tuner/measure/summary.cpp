#include "tuner/measure/summary.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::measure {
namespace {

using Key = std::tuple<std::string, Configuration, int, int>;

Key key_of(const Record& record) {
  return {record.runner, record.trial.configuration, record.ranks, record.nodes};
}

/// Of one configuration, while they are gathered.
struct Gathered {
  Summary summary;
  std::map<std::string, std::size_t> launch_of;  // by the start of the workers
  std::vector<double> averages;
  bool is_settled = true;
};

void add(const Record& record, Gathered& to) {
  Summary& summary = to.summary;
  summary.late += record.late;
  summary.wrong += record.wrong.value_or(0);
  if (!record.error.empty()) {
    summary.errors.push_back(record.error);
    return;
  }
  const auto [place, is_new] = to.launch_of.emplace(record.start, summary.launches.size());
  if (is_new) summary.launches.emplace_back();
  auto& samples = summary.launches[place->second];
  samples.insert(samples.end(), record.samples_us.begin(), record.samples_us.end());
  summary.samples += record.samples_us.size();
  if (record.average_us) to.averages.push_back(*record.average_us);
  if (summary.used.witness.empty()) summary.used = record.used;
  to.is_settled = to.is_settled && record.is_converged;
}

Summary completed(Gathered gathered) {
  Summary& summary = gathered.summary;
  summary.is_converged = gathered.is_settled && summary.samples > 0;
  if (!gathered.averages.empty()) summary.average_us = stats::median(gathered.averages);
  if (summary.samples == 0) return std::move(summary);
  summary.precision = summary.launches.size() > 1
                          ? stats::precision_of_launches(summary.launches)
                          : stats::precision_of_launch(summary.launches.front());
  const auto largest = std::ranges::max_element(
      summary.launches, {}, [](const std::vector<double>& samples) { return samples.size(); });
  const stats::Modes modes = stats::modes_of(*largest);
  if (modes.are_two()) summary.modes = modes;
  return std::move(summary);
}

}  // namespace

std::vector<Summary> summarise(const std::vector<Record>& records) {
  std::map<Key, std::size_t> places;
  std::vector<Gathered> all;
  for (const Record& record : records) {
    if (record.trial.is_sentinel) continue;
    const auto [place, is_new] = places.emplace(key_of(record), all.size());
    if (is_new) {
      Gathered& made = all.emplace_back();
      std::tie(made.summary.runner, made.summary.configuration, made.summary.ranks,
               made.summary.nodes) = place->first;
    }
    add(record, all[place->second]);
  }
  std::vector<Summary> summaries;
  for (Gathered& one : all) summaries.push_back(completed(std::move(one)));
  return summaries;
}

std::vector<SentinelDrift> sentinel_drifts(const std::vector<Record>& records) {
  constexpr std::size_t kLeast = 3;
  struct Series {
    std::vector<double> turns;
    std::vector<double> medians;
  };
  std::map<std::string, Series> by_start;
  for (const Record& record : records) {
    if (!record.trial.is_sentinel || !record.error.empty() || !record.median_us) continue;
    Series& series = by_start[record.start];
    // A resumed sweep starts anew, but files may be joined: turns must ascend.
    const auto turn = static_cast<double>(record.trial.turn);
    if (!series.turns.empty() && turn <= series.turns.back()) continue;
    series.turns.push_back(turn);
    series.medians.push_back(*record.median_us);
  }
  std::vector<SentinelDrift> drifts;
  for (const auto& [start, series] : by_start) {
    if (series.turns.size() < kLeast) continue;
    drifts.push_back({start, series.turns.size(), stats::drift_of(series.turns, series.medians)});
  }
  return drifts;
}

}  // namespace treering::tuner::measure
