#include "tuner/measure/summary.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/over_time/order_and_drift.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::measure {

namespace {

/// With so many more of one value, evenly among the others.
std::vector<double> with_more(const std::vector<double>& times, std::size_t more, double value) {
  std::vector<double> all;
  all.reserve(times.size() + more);
  std::size_t added = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    for (; added < (i + 1) * more / times.size(); ++added) all.push_back(value);
    all.push_back(times[i]);
  }
  return all;
}

}  // namespace

double blur_of(const stats::Interval& known, const stats::Precision& samples) {
  const stats::Interval& interval = samples.interval;
  return std::max(known.high - interval.high, interval.low - known.low) / samples.median;
}

Bounds bounds_of(const Record& record) {
  // What clocks that are off by more than the call leave of it: times are compared by their ratio.
  constexpr double kLeastShare = 1e-3;
  const double clocks = 2 * record.clock_error_us;
  const bool has_spreads = record.spread_us.size() == record.samples_us.size();
  Bounds bounds;
  for (std::size_t i = 0; i < record.samples_us.size(); ++i) {
    const double sample = record.samples_us[i];
    bounds.least.push_back(std::max(sample - clocks, kLeastShare * sample));
    bounds.most.push_back(sample + (has_spreads ? record.spread_us[i] : 0) + clocks);
  }
  if (record.late <= 0 || record.samples_us.empty()) return bounds;
  const auto late = static_cast<std::size_t>(record.late);
  bounds.least = with_more(bounds.least, late, std::ranges::min(bounds.least));
  bounds.most = with_more(bounds.most, late, std::ranges::max(bounds.most));
  return bounds;
}

namespace {

/// Without what ran.
SameCalls asked_in(const Record& record) {
  return {record.runner, record.trial.configuration, record.ranks,
          record.nodes,  conditions_of(record),      ""};
}

}  // namespace

std::vector<SameCalls> same_calls(const std::vector<Record>& records) {
  std::map<SameCalls, std::set<std::string>> ran;
  for (const Record& record : records) {
    if (std::string text = text_of(record.used); !text.empty()) {
      ran[asked_in(record)].insert(std::move(text));
    }
  }
  std::vector<SameCalls> all;
  for (const Record& record : records) {
    SameCalls& one = all.emplace_back(asked_in(record));
    const auto known = ran.find(one);
    std::string text = text_of(record.used);
    if (text.empty() && known != ran.end() && (known->second.size() == 1 || has_failed(record))) {
      text = *known->second.begin();
    }
    one.ran = std::move(text);
  }
  return all;
}

std::vector<bool> repeats(const std::vector<Record>& records) {
  std::map<std::pair<std::string, Trial>, std::vector<const Record*>> known;
  std::vector<bool> all;
  for (const Record& record : records) {
    auto& same = known[{start_key(record), record.trial}];
    all.push_back(std::ranges::any_of(same, [&](const Record* one) { return *one == record; }));
    if (!all.back()) same.push_back(&record);
  }
  return all;
}

bool has_failed(const Record& record) {
  return !record.error.empty() || record.wrong.value_or(0) > 0;
}

namespace {

/// Of one configuration, while they are gathered.
struct Gathered {
  Summary summary;
  std::map<std::string, std::size_t> launch_of;  // by the key of the start
  struct Starts {
    std::vector<double> spreads;  // where known, and the samples that they belong to
    std::vector<double> times;
  };
  std::map<std::size_t, Starts> starts;  // by launch
  bool is_settled = true;
};

/// \param launch where it goes; at most the next one
void append_to_launch(std::size_t launch, const std::vector<double>& samples,
                      stats::Launches& launches) {
  if (launch == launches.size()) launches.emplace_back();
  launches[launch].insert(launches[launch].end(), samples.begin(), samples.end());
}

void add(const Record& record, Gathered& to) {
  Summary& summary = to.summary;
  const auto replayed = record.environment.find(kReplayedFact);
  summary.library = replayed == record.environment.end() ? record.runner : replayed->second;
  summary.late += record.late;
  summary.wrong += record.wrong.value_or(0);
  if (!record.error.empty()) {
    summary.errors.push_back(record.error);
    ++summary.failed_launches;
    return;
  }
  const auto [place, is_new] = to.launch_of.emplace(start_key(record), summary.launches.size());
  if (is_new) summary.start_keys.push_back(place->first);
  const Bounds bounds = bounds_of(record);
  append_to_launch(place->second, record.samples_us, summary.launches);
  append_to_launch(place->second, bounds.least, summary.least_launches);
  append_to_launch(place->second, bounds.most, summary.most_launches);
  summary.samples += record.samples_us.size();
  summary.clock_error_us = std::max(summary.clock_error_us, record.clock_error_us);
  if (!record.spread_us.empty()) {
    auto& [spreads, times] = to.starts[place->second];
    spreads.insert(spreads.end(), record.spread_us.begin(), record.spread_us.end());
    times.insert(times.end(), record.samples_us.begin(), record.samples_us.end());
  }
  if (record.average_us) summary.averages_us.push_back(*record.average_us);
  if (!summary.used.is_known() && !record.used.witness.empty()) summary.used = record.used;
  to.is_settled = to.is_settled && record.is_converged;
}

/// Of the times with a spread up to the median of the spreads.
double closer_median(const Gathered::Starts& starts) {
  const double middle = stats::median(starts.spreads);
  std::vector<double> closer;
  for (std::size_t i = 0; i < starts.times.size(); ++i) {
    if (starts.spreads[i] <= middle) closer.push_back(starts.times[i]);
  }
  return stats::median(closer);
}

/// Launch by launch: pooled, those of a fast launch would be compared with those of a slow one.
void judge_starts(const std::map<std::size_t, Gathered::Starts>& launches, Summary& summary) {
  if (launches.empty()) return;
  std::vector<double> spreads;
  std::vector<double> closer;
  for (const auto& [launch, starts] : launches) {
    spreads.push_back(stats::median(starts.spreads));
    closer.push_back(closer_median(starts));
  }
  summary.spread_us = stats::median(spreads);
  summary.closer_us = stats::median(closer);
}

/// One test for all launches: p is that of the clearest, times their number (Bonferroni).
std::optional<stats::Modes> modes_in(const stats::Launches& launches) {
  stats::Modes clearest;
  for (const std::vector<double>& samples : launches) {
    const stats::Modes found = stats::modes_of(samples);
    if (found.p < clearest.p) clearest = found;
  }
  clearest.p = std::min(1.0, clearest.p * static_cast<double>(launches.size()));
  return clearest.are_two() ? std::optional(clearest) : std::nullopt;
}

/// What a start decides may have two outcomes, which no launch shows alone.
std::optional<stats::Modes> modes_between(const stats::Launches& launches) {
  const stats::Modes found = stats::modes_of(stats::launch_medians(launches));
  return found.are_two() ? std::optional(found) : std::nullopt;
}

/// One test for all launches, as of modes; at 1 %.
std::optional<stats::Trend> trend_in(const stats::Launches& launches) {
  constexpr double kClear = 0.01;
  stats::Trend clearest;
  for (const std::vector<double>& samples : launches) {
    const stats::Trend found = stats::trend_of(samples);
    if (found.p < clearest.p) clearest = found;
  }
  clearest.p = std::min(1.0, clearest.p * static_cast<double>(launches.size()));
  return clearest.p <= kClear ? std::optional(clearest) : std::nullopt;
}

stats::Precision precision_of(const stats::Launches& launches) {
  return launches.size() == 1 ? stats::precision_of_launch(launches.front())
                              : stats::precision_of_launches(launches);
}

/// \pre there is a precision
stats::Interval known_of(const Summary& summary) {
  stats::Interval known = summary.precision->interval;
  // Most recordings of one machine have one clock.
  const bool has_gaps = summary.clock_error_us > 0 || summary.late > 0;
  if (has_gaps) known.low = precision_of(summary.least_launches).interval.low;
  if (has_gaps || summary.spread_us.value_or(0) > 0) {
    known.high = precision_of(summary.most_launches).interval.high;
  }
  return known;
}

Summary completed(Gathered gathered) {
  Summary& summary = gathered.summary;
  if (!summary.averages_us.empty()) summary.average_us = stats::median(summary.averages_us);
  judge_starts(gathered.starts, summary);
  if (summary.samples == 0) return std::move(summary);
  summary.trend = trend_in(summary.launches);
  const bool is_one = summary.launches.size() == 1;
  summary.precision = precision_of(summary.launches);
  summary.known = known_of(summary);
  const bool is_settled =
      gathered.is_settled && (is_one || summary.precision->stopping == stats::Stopping::Settled);
  summary.is_converged =
      is_settled && !summary.trend && !summary.has_many_late() &&
      stats::error_of(summary.known, summary.precision->median) <= stats::kLaunchRule.most_error;
  summary.modes = modes_in(summary.launches);
  summary.launch_modes = modes_between(summary.launches);
  return std::move(summary);
}

/// A turn of the sentinel adds no samples, only why it failed.
void add_turn(const Record& record, Gathered& to) {
  to.summary.wrong += record.wrong.value_or(0);
  const std::string why =
      !record.error.empty()
          ? record.error
          : core::counted(static_cast<std::size_t>(*record.wrong), "wrong element");
  to.summary.errors.push_back(fmt::format("as the sentinel, turn {}: {}", record.trial.turn, why));
}

/// Absent facts are unknown, but for those that are only there where there is something to say.
std::string shown_condition(const Summary& summary, std::string_view name) {
  const auto found = summary.conditions.find(std::string(name));
  if (found != summary.conditions.end()) return found->second;
  return name == kShapedFact || name == kAlsoRanFact ? "none" : "unknown";
}

}  // namespace

double Summary::blur() const {
  return precision ? blur_of(known, *precision) : 0;
}

bool Summary::is_blurred() const {
  if (!precision) return false;
  const double most = stats::kLaunchRule.most_error;
  if (blur() > most) return true;
  return precision->error <= most && stats::error_of(known, precision->median) > most;
}

double Summary::late_share() const {
  const double calls = static_cast<double>(samples) + late;
  return calls > 0 ? late / calls : 0;
}

bool Summary::has_many_late() const {
  constexpr double kMany = 0.2;
  return late_share() >= kMany;
}

std::vector<Summary> summarise(const std::vector<Record>& records) {
  std::map<SameCalls, std::size_t> places;
  std::vector<Gathered> all;
  const std::vector<SameCalls> keys = same_calls(records);
  const std::vector<bool> are_repeats = repeats(records);
  for (const std::size_t i : over_time::places_by_start(records)) {
    const Record& record = records[i];
    if (record.trial.is_sentinel && !has_failed(record)) continue;
    const auto [place, is_new] = places.emplace(keys[i], all.size());
    if (is_new) {
      Gathered& made = all.emplace_back();
      const SameCalls& calls = place->first;
      made.summary.runner = calls.runner;
      made.summary.configuration = calls.configuration;
      made.summary.ranks = calls.ranks;
      made.summary.nodes = calls.nodes;
      made.summary.conditions = calls.conditions;
    }
    Gathered& gathered = all[place->second];
    if (are_repeats[i]) {
      ++gathered.summary.repeats;
    } else {
      record.trial.is_sentinel ? add_turn(record, gathered) : add(record, gathered);
    }
  }
  std::vector<Summary> summaries;
  for (Gathered& one : all) summaries.push_back(completed(std::move(one)));
  return summaries;
}

namespace {

/// The same calls, under whatever conditions: their places among all.
using Alike = std::vector<std::size_t>;

std::vector<Alike> alike_in(const std::vector<Summary>& all) {
  std::map<std::tuple<std::string, Configuration, int, int>, Alike> by_call;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Summary& one = all[i];
    by_call[{one.runner, one.configuration, one.ranks, one.nodes}].push_back(i);
  }
  std::vector<Alike> groups;
  for (auto& [call, places] : by_call) groups.push_back(std::move(places));
  return groups;
}

/// Adds a text of each summary to its words, unless all that are alike have the same.
template <class TextOf>
void add_where_they_differ(const std::vector<Summary>& all, const Alike& alike,
                           const TextOf& text_of_one, std::vector<std::string>& words) {
  std::vector<std::string> texts;
  for (const std::size_t i : alike) texts.push_back(text_of_one(all[i]));
  if (std::ranges::adjacent_find(texts, std::ranges::not_equal_to()) == texts.end()) return;
  for (std::size_t i = 0; i < alike.size(); ++i) {
    words[alike[i]] += (words[alike[i]].empty() ? "" : ", ") + texts[i];
  }
}

}  // namespace

std::vector<std::string> condition_texts(const std::vector<Summary>& all) {
  std::vector<std::string> words(all.size());
  for (const Alike& alike : alike_in(all)) {
    for (const std::string_view name : kConditionFacts) {
      add_where_they_differ(
          all, alike,
          [&](const Summary& one) {
            return fmt::format("{} {}", name, shown_condition(one, name));
          },
          words);
    }
    const auto ran = [](const Summary& one) {
      const std::string text = text_of(one.used);
      return "ran " + (text.empty() ? "unknown" : text);
    };
    add_where_they_differ(all, alike, ran, words);
  }
  return words;
}

}  // namespace treering::tuner::measure
