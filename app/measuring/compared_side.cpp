#include "app/measuring/compared_side.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tuner/measure/conditions.h"

namespace treering::app::measuring {

namespace {

using tuner::Measurement;
using tuner::measure::Configuration;
using tuner::measure::Summary;
using tuner::stats::Launches;

/// Samples of a log, by the run of nccl-tests.
using Averages = std::map<ComparedKey, std::map<int, std::vector<double>>>;

void add_log_time(const ComparedKey& key, const std::optional<core::Duration>& time, int run,
                  Averages& averages) {
  if (time && time->in_us() > 0) averages[key][run].push_back(time->in_us());
}

ComparedSide side_of_log(const tuner::runs::RunFile& log) {
  Averages averages;
  ComparedSide side{.file = log.file, .is_log = true};
  for (const Measurement& row : log.set.rows) {
    side.libraries.insert(row.way.library.empty() ? "nccl" : row.way.library);
    ComparedKey key{configuration_of(row), row.ranks, row.id, row.way.library, row.nodes, {}, {}};
    add_log_time(key, row.out_of_place, row.run, averages);
    key.configuration.is_in_place = true;
    add_log_time(key, row.in_place, row.run, averages);
  }
  for (const auto& [key, launches] : averages) {
    Times& times = side.times[key];
    for (const auto& [run, samples] : launches) times.samples.push_back(samples);
    times.averages = times.least = times.most = times.samples;
  }
  return side;
}

Times times_of(const Summary& summary) {
  Times times{.samples = summary.launches,
              .least = summary.least_launches,
              .most = summary.most_launches,
              .start_keys = summary.start_keys,
              .known = summary.known,
              .used = summary.used,
              .conditions = summary.conditions,
              .has_modes = summary.modes.has_value() || summary.launch_modes.has_value(),
              .is_converged = summary.is_converged,
              .has_many_late = summary.has_many_late(),
              .late = static_cast<std::size_t>(summary.late),
              .has_trend = summary.trend.has_value()};
  for (const double average : summary.averages_us) times.averages.push_back({average});
  times.conditions.emplace(kRunnerFact, summary.runner);
  if (summary.nodes > 0) times.conditions.emplace(kNodesFact, std::to_string(summary.nodes));
  return times;
}

Failures failures_of(const Summary& summary) {
  Failures failures{summary.failed_launches, summary.launches.size() + summary.failed_launches, {}};
  for (const std::string& error : summary.errors) ++failures.reasons[error];
  return failures;
}

/// Whether leaving something out of a key makes two of its side one.
template <class Forget>
bool stay_apart(const ComparedSide& side, const Forget& forget) {
  std::set<ComparedKey> seen;
  return std::ranges::all_of(
      side.times, [&](const auto& entry) { return seen.insert(forget(entry.first)).second; });
}

template <class Value, class Forget>
void rename_keys(std::map<ComparedKey, Value>& all, const Forget& forget) {
  std::map<ComparedKey, Value> renamed;
  for (auto& [key, value] : all) renamed.emplace(forget(key), std::move(value));
  all = std::move(renamed);
}

/// Those that become one are added up.
template <class Forget>
void rename_failures(std::map<ComparedKey, Failures>& all, const Forget& forget) {
  std::map<ComparedKey, Failures> renamed;
  for (const auto& [key, one] : all) {
    Failures& sum = renamed[forget(key)];
    sum.launches += one.launches;
    sum.all += one.all;
    for (const auto& [reason, count] : one.reasons) sum.reasons[reason] += count;
  }
  all = std::move(renamed);
}

template <class Forget>
void forget_in_both(ComparedSide& before, ComparedSide& after, const Forget& forget) {
  if (!stay_apart(before, forget) || !stay_apart(after, forget)) return;
  for (ComparedSide* const side : {&before, &after}) {
    rename_keys(side->times, forget);
    rename_failures(side->failures, forget);
  }
}

ComparedKey with_conditions_as_series(ComparedKey key) {
  for (const auto& [name, value] : key.conditions) {
    key.series += fmt::format("{}{} {}", key.series.empty() ? "" : ", ", name, value);
  }
  key.conditions.clear();
  if (!key.ran.empty()) key.series += (key.series.empty() ? "ran " : ", ran ") + key.ran;
  key.ran.clear();
  return key;
}

}  // namespace

std::string Failures::text() const {
  std::vector<std::string> words;
  for (const auto& [reason, count] : reasons) {
    words.push_back(count == 1 ? reason : fmt::format("{} ({} times)", reason, count));
  }
  const std::string where =
      launches == 0 || all == 1 ? "" : fmt::format(" in {} of {} launches", launches, all);
  return fmt::format("failed{}: {}", where, fmt::join(words, "; "));
}

Configuration configuration_of(const Measurement& row) {
  Configuration one;
  one.call.collective = row.collective;
  one.call.bytes = row.bytes;
  one.call.type = row.type.value_or(core::DataType::Float);
  one.call.op = row.op.value_or(core::ReduceOp::Sum);
  one.way = row.way;
  return one;
}

ComparedSide side_of(const tuner::runs::RunFile& runs) {
  if (!runs.has_records) return side_of_log(runs);
  ComparedSide side{.file = runs.file, .is_torn = runs.is_torn, .records = runs.records};
  for (const Summary& summary : tuner::measure::summarise(runs.records)) {
    const ComparedKey key{summary.configuration, summary.ranks, "",
                          summary.runner,        summary.nodes, summary.conditions,
                          text_of(summary.used)};
    side.libraries.insert(summary.library);
    side.repeats += summary.repeats;
    if (summary.samples > 0) side.times[key] = times_of(summary);
    if (!summary.errors.empty()) side.failures[key] = failures_of(summary);
  }
  return side;
}

void simplify_keys(ComparedSide& before, ComparedSide& after) {
  forget_in_both(before, after, [](ComparedKey key) {
    key.series.clear();
    return key;
  });
  forget_in_both(before, after, [](ComparedKey key) {
    key.nodes = 0;
    return key;
  });
  forget_in_both(before, after, [](ComparedKey key) {
    key.runner.clear();
    return key;
  });
  for (const std::string_view name : tuner::measure::kConditionFacts) {
    forget_in_both(before, after, [&](ComparedKey key) {
      key.conditions.erase(std::string(name));
      return key;
    });
  }
  forget_in_both(before, after, [](ComparedKey key) {
    key.ran.clear();
    return key;
  });
  for (ComparedSide* const side : {&before, &after}) {
    rename_keys(side->times, with_conditions_as_series);
    rename_failures(side->failures, with_conditions_as_series);
  }
}

namespace {

/// By launch, whether the other side has it.
using Marks = std::vector<bool>;

bool has_others(const Times& times, const Marks& marks) {
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!marks[i] && !times.samples[i].empty()) return true;
  }
  return false;
}

template <class Value>
void erase_marked(const Marks& marks, std::vector<Value>& all) {
  std::vector<Value> kept;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!marks[i]) kept.push_back(std::move(all[i]));
  }
  all = std::move(kept);
}

void leave_out(const Marks& marks, Times& times) {
  erase_marked(marks, times.samples);
  erase_marked(marks, times.least);
  erase_marked(marks, times.most);
  erase_marked(marks, times.start_keys);
}

}  // namespace

SharedLaunches leave_out_shared(Times& before, Times& after) {
  std::map<std::string_view, std::size_t> known;
  for (std::size_t i = 0; i < before.start_keys.size(); ++i) known.emplace(before.start_keys[i], i);
  Marks of_before(before.start_keys.size());
  Marks of_after(after.start_keys.size());
  SharedLaunches shared;
  for (std::size_t i = 0; i < of_after.size(); ++i) {
    const auto same = known.find(after.start_keys[i]);
    if (same == known.end() || after.samples[i].empty()) continue;
    if (before.samples[same->second] != after.samples[i]) continue;
    of_before[same->second] = of_after[i] = true;
    ++shared.count;
  }
  if (shared.count == 0) return shared;
  shared.is_all_of_a_side = !has_others(before, of_before) || !has_others(after, of_after);
  if (shared.is_all_of_a_side) return shared;
  leave_out(of_before, before);
  leave_out(of_after, after);
  return shared;
}

}  // namespace treering::app::measuring
